import { pastedAmount, settledAmount } from '../../ui/amountInput.ts';

/** What the address bar of the short buying page says. */
export type BuyQuery = {
  /** Fixed: no other crypto can be picked. '' when the buyer may choose. */
  readonly getCurrency: string;
  readonly defaultGetCurrency: string;
  readonly getCurrencyAmount: string;
  readonly defaultGetCurrencyAmount: string;
  readonly offerType: string;
  /** The wallet that the coins go to. */
  readonly address: string;
  readonly origin: string;
  readonly partnerId: string;
};

/** What the buyer has entered, checked. */
export type BuyEntry = {
  readonly currency: string;
  readonly amount: string;
  readonly address: string;
  /** The page that the buyer came from. */
  readonly origin: string;
};

const MOST_DECIMALS = 18;

export function readBuyQuery(search: string): BuyQuery {
  const query = new URLSearchParams(search);
  const given = (name: string) => query.get(name)?.trim() ?? '';
  const amount = (name: string) => settledAmount(pastedAmount(given(name), MOST_DECIMALS));
  return {
    getCurrency: given('getCurrency').toUpperCase(),
    defaultGetCurrency: given('defaultGetCurrency').toUpperCase(),
    getCurrencyAmount: amount('getCurrencyAmount'),
    defaultGetCurrencyAmount: amount('defaultGetCurrencyAmount'),
    offerType: given('offerType'),
    address: given('receiveAddress') || given('walletAddress'),
    origin: given('origin'),
    partnerId: given('partnerId'),
  };
}

/** The path of Edit with everything carried over; currency and amount go by the names under which they came. */
export function editPath(query: BuyQuery, { currency, amount, address, origin }: BuyEntry): string {
  const carried = {
    address,
    origin,
    offerType: query.offerType,
    [query.getCurrency === '' ? 'defaultGetCurrency' : 'getCurrency']: currency,
    [query.getCurrencyAmount === '' ? 'defaultGetCurrencyAmount' : 'getCurrencyAmount']: amount,
    partnerId: query.partnerId,
  };
  const filled = Object.entries(carried).filter(([, value]) => value !== '');
  return `/edit?${new URLSearchParams(filled)}`;
}

/** Where the visit began: what the link says, else the site that links here, else this one. */
export function originOfVisit(given: string, referrer: string, own: string): string {
  return given || webOrigin(referrer) || own;
}

function webOrigin(address: string): string {
  if (!/^https?:\/\//.test(address)) return '';
  try {
    return new URL(address).origin;
  } catch {
    return '';
  }
}
