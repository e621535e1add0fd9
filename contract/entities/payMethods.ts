const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** What the product must know of a way to pay; nothing else may ask which one it is. */
export type MethodTraits = {
  /** `held`: authorized, then captured or voided. `received`: it comes by itself, once or in parts, and can only be returned. */
  readonly money: 'held' | 'received';
  /** When the terms become firm. `at_receipt`: what is shown before is an estimate. */
  readonly priced: 'at_quote' | 'at_receipt';
  /** How long the buyer may take to pay. */
  readonly windowMs: number;
  /** Working days that the money is under way; 0: none. */
  readonly daysUnderWay: number;
  /** The buyer must be logged in, with details, before the order is made: a receipt alone does not say whose it is. */
  readonly needsKnownBuyer: boolean;
  /** Where the buyer pays. */
  readonly payPage: '/select-card' | '/payment-status';
  /** The wallet that hands over a card. */
  readonly wallet: WalletTraits | undefined;
};

export type WalletTraits = {
  /** Its own, which no language translates. */
  readonly name: string;
  /** The acquirer's name of its button. */
  readonly expressButton: string;
};

const card = {
  money: 'held',
  priced: 'at_quote',
  windowMs: 15 * MINUTE_MS,
  daysUnderWay: 0,
  needsKnownBuyer: false,
  payPage: '/select-card',
  wallet: undefined,
} as const satisfies MethodTraits;

/** How a buyer can pay. Apart from the schemas, so that a page can know the words without the validator. */
export const methodTraits = {
  credit_debit_card: card,
  apple_pay: { ...card, wallet: { name: 'Apple Pay', expressButton: 'applePay' } },
  google_pay: { ...card, wallet: { name: 'Google Pay', expressButton: 'googlePay' } },
  bank_transfer: {
    money: 'received',
    priced: 'at_receipt',
    windowMs: 3 * DAY_MS,
    daysUnderWay: 3,
    needsKnownBuyer: true,
    payPage: '/payment-status',
    wallet: undefined,
  },
} as const satisfies Record<string, MethodTraits>;

export type PayMethod = keyof typeof methodTraits;

/** Those of the methods that a wallet stands behind. */
export type WalletMethod = {
  [Method in PayMethod]: (typeof methodTraits)[Method]['wallet'] extends undefined ? never : Method;
}[PayMethod];

export const payMethods = Object.keys(methodTraits) as [PayMethod, ...PayMethod[]];

export function traitsOf(method: PayMethod): MethodTraits {
  return methodTraits[method];
}

/** The traits of a word of an address or a draft, which may be no way to pay. */
export function traitsIfAny(word: string | null | undefined): MethodTraits | undefined {
  return isPayMethod(word) ? methodTraits[word] : undefined;
}

export function isWalletMethod(method: PayMethod): method is WalletMethod {
  return methodTraits[method].wallet !== undefined;
}

/** Whether a word of an address, a draft or a vendor is a way to pay. */
export function isPayMethod(word: string | null | undefined): word is PayMethod {
  return word !== undefined && word !== null && Object.hasOwn(methodTraits, word);
}
