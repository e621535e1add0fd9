import { sideOfLink, wordOfLink } from '../quote/linkWords.ts';

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

/** The longest that the server takes of a name. */
const LONGEST_NAME = 64;

export function readBuyQuery(search: string): BuyQuery {
  const query = new URLSearchParams(search);
  const given = (name: string, longest?: number) => wordOfLink(query, name, longest);
  const { amount, fixed } = sideOfLink(query, 'getCurrency');
  return {
    getCurrency: given('getCurrency').toUpperCase(),
    defaultGetCurrency: given('defaultGetCurrency').toUpperCase(),
    getCurrencyAmount: fixed.amount ? amount : '',
    defaultGetCurrencyAmount: fixed.amount ? '' : amount,
    offerType: given('offerType', LONGEST_NAME),
    address: given('receiveAddress') || given('walletAddress'),
    origin: given('origin'),
    partnerId: given('partnerId', LONGEST_NAME),
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
