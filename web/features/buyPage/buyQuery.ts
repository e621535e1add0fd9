import { readLinkParameter, readLinkSide } from '../quote/link/linkParameters.ts';

/** Parameters from the URL of the short buying page. */
export type BuyQuery = {
  /** Fixed crypto; '' if the buyer may choose. */
  readonly getCurrency: string;
  readonly defaultGetCurrency: string;
  readonly getCurrencyAmount: string;
  readonly defaultGetCurrencyAmount: string;
  readonly offerType: string;
  /** Wallet that receives the crypto. */
  readonly address: string;
  readonly origin: string;
  readonly partnerId: string;
};

/** The buyer's validated entry. */
export type BuyEntry = {
  readonly currency: string;
  readonly amount: string;
  readonly address: string;
  /** The site that the buyer came from. */
  readonly origin: string;
};

/** Maximum length of a name accepted by the server. */
const MAX_NAME_LENGTH = 64;

export function readBuyQuery(search: string): BuyQuery {
  const query = new URLSearchParams(search);
  const readParameter = (name: string, longest?: number) => readLinkParameter(query, name, longest);
  const { amount, fixed } = readLinkSide(query, 'getCurrency');
  return {
    getCurrency: readParameter('getCurrency').toUpperCase(),
    defaultGetCurrency: readParameter('defaultGetCurrency').toUpperCase(),
    getCurrencyAmount: fixed.amount ? amount : '',
    defaultGetCurrencyAmount: fixed.amount ? '' : amount,
    offerType: readParameter('offerType', MAX_NAME_LENGTH),
    address: readParameter('receiveAddress') || readParameter('walletAddress'),
    origin: readParameter('origin'),
    partnerId: readParameter('partnerId', MAX_NAME_LENGTH),
  };
}

/** Returns the path of Edit with the entry and the query's other parameters; Edit fixes only what the query fixed. */
export function buildEditPath(query: BuyQuery, { currency, amount, address, origin }: BuyEntry): string {
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

/** Returns the origin of the visit: from the link, else the referrer, else this site. */
export function findVisitOrigin(given: string, referrer: string, own: string): string {
  return given || parseWebOrigin(referrer) || own;
}

function parseWebOrigin(address: string): string {
  if (!/^https?:\/\//.test(address)) return '';
  try {
    return new URL(address).origin;
  } catch {
    return '';
  }
}
