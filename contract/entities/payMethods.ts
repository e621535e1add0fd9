const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Traits of a payment method; code must check these traits and not the method itself. */
export type MethodTraits = {
  /** English name: what operators and documents call it. */
  readonly label: string;
  /** The label is a brand's name, the same in every language. Other methods have the text `method.<id>` in each language. */
  readonly isBrand: boolean;
  /** An icon of lucide, or `brand`: the mark that simple-icons has by the label. */
  readonly icon: 'credit-card' | 'landmark' | 'brand';
  /** `held`: authorized, then captured or voided. `received`: pushed by the buyer, once or in parts, and can only be returned. */
  readonly money: 'held' | 'received';
  /** When the terms become firm. `at_receipt`: the terms displayed before are an estimate. */
  readonly priced: 'at_quote' | 'at_receipt';
  /** The buyer's time to pay. */
  readonly windowMs: number;
  /** Working days until the money arrives; 0: immediately. */
  readonly daysUnderWay: number;
  /** The buyer must be logged in, with details, before the order is created: a receipt does not identify its buyer. */
  readonly needsKnownBuyer: boolean;
  /** The page on which the buyer pays. */
  readonly payPage: '/select-card' | '/payment-status';
  /** The wallet that provides a card. */
  readonly wallet: WalletTraits | undefined;
};

export type WalletTraits = {
  /** The acquirer's name of the wallet's button. */
  readonly expressButton: string;
};

const card = {
  label: 'Card',
  isBrand: false,
  icon: 'credit-card',
  money: 'held',
  priced: 'at_quote',
  windowMs: 15 * MINUTE_MS,
  daysUnderWay: 0,
  needsKnownBuyer: false,
  payPage: '/select-card',
  wallet: undefined,
} as const satisfies MethodTraits;

const wallet = { ...card, isBrand: true, icon: 'brand' } as const;

/** Payment methods. Separate from the schemas, so that a page can use them without loading the validator. */
export const methodTraits = {
  credit_debit_card: card,
  apple_pay: { ...wallet, label: 'Apple Pay', wallet: { expressButton: 'applePay' } },
  google_pay: { ...wallet, label: 'Google Pay', wallet: { expressButton: 'googlePay' } },
  bank_transfer: {
    label: 'Bank transfer',
    isBrand: false,
    icon: 'landmark',
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

/** Payment methods with a wallet. */
export type WalletMethod = {
  [Method in PayMethod]: (typeof methodTraits)[Method]['wallet'] extends undefined ? never : Method;
}[PayMethod];

/** Payment methods that show the mark of their brand. */
export type MarkedMethod = {
  [Method in PayMethod]: (typeof methodTraits)[Method]['icon'] extends 'brand' ? Method : never;
}[PayMethod];

export const payMethods = Object.keys(methodTraits) as [PayMethod, ...PayMethod[]];

export function getPayMethodTraits(method: PayMethod): MethodTraits {
  return methodTraits[method];
}

/** Returns the traits of an unchecked value from a URL or a draft, undefined if it is not a payment method. */
export function findPayMethodTraits(method: string | null | undefined): MethodTraits | undefined {
  return isPayMethod(method) ? methodTraits[method] : undefined;
}

export function isMarkedMethod(method: PayMethod): method is MarkedMethod {
  return methodTraits[method].icon === 'brand';
}

/** Returns the English name within a sentence: `bank transfer`, `Apple Pay`. */
export function getLabelInSentence({ label, isBrand }: MethodTraits): string {
  return isBrand ? label : label.toLowerCase();
}

export function isWalletMethod(method: PayMethod): method is WalletMethod {
  return methodTraits[method].wallet !== undefined;
}

/** Returns true if an unchecked value from a URL, a draft or a vendor is a payment method. */
export function isPayMethod(value: string | null | undefined): value is PayMethod {
  return value !== undefined && value !== null && Object.hasOwn(methodTraits, value);
}
