import { parseUrl } from '@slipway/contract/parseUrl.ts';

/** Origin of a purchase, from the link or the previous page, sent with every quote request; '' if unknown. */
export type InquiryReferences = {
  /** The partner's reference for the purchase. */
  readonly reference: string;
  readonly refererUrl: string;
};

const STORAGE_KEY = 'references';
/** Name in the link, in the storage and in the order request: the earlier order that the purchase continues. */
const REFERER_ORDER = 'referer_order';
const NO_REFERENCES: InquiryReferences = { reference: '', refererUrl: '' };
/** Maximum lengths accepted by the server. */
const MAX_LENGTHS = { reference: 256, refererUrl: 2048, [REFERER_ORDER]: 64 } as const;

/** State of the page when it opens. */
type PageEntry = { readonly search: string; readonly referrer: string; readonly origin: string };

/**
 * Stores the references for all quotes and orders of this tab, because later pages have other queries and our own pages
 * as referrer. A partner's link resets them, except the earlier order: a reference belongs to one partner.
 */
export function rememberReferences(arrival: PageEntry): void {
  const query = new URLSearchParams(arrival.search);
  const before = query.has('partnerId') ? NO_REFERENCES : readInquiryReferences();
  const readGiven = (name: keyof typeof MAX_LENGTHS) => {
    const value = query.get(name)?.trim() ?? '';
    return value.includes('\u0000') || value.length > MAX_LENGTHS[name] ? '' : value;
  };
  const references: InquiryReferences = {
    reference: readGiven('reference') || before.reference,
    // A bank's or acquirer's page visited on the way is not the referrer.
    refererUrl: (before.refererUrl === '' || query.has('refererUrl') ? findReferer(arrival) : '') || before.refererUrl,
  };
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(references));
  const order = readGiven(REFERER_ORDER);
  if (order) sessionStorage.setItem(REFERER_ORDER, order);
}

/** Returns the referring page: from the link, else from the browser unless it is one of our own pages; otherwise ''. */
export function findReferer({ search, referrer, origin }: PageEntry): string {
  const from = parseUrl(referrer)?.origin === origin ? '' : referrer;
  const named = new URLSearchParams(search).get('refererUrl')?.trim() ?? '';
  const referer = named === '' || named.includes('\u0000') ? from : named;
  // The server rejects half of a surrogate pair.
  return referer.slice(0, MAX_LENGTHS.refererUrl).replace(/[\uD800-\uDBFF]$/, '');
}

export function readInquiryReferences(): InquiryReferences {
  return (JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as InquiryReferences | null) ?? NO_REFERENCES;
}

/** Returns the number of the earlier order that the purchase continues; '' if there is none. */
export function readRefererOrder(): string {
  return sessionStorage.getItem(REFERER_ORDER) ?? '';
}
