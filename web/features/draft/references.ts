import { parseUrl } from '@slipway/contract/parseUrl.ts';

/** Origin of a purchase, from the link or the previous page; '' if unknown. */
export type PurchaseReferences = {
  /** The partner's reference for the purchase. */
  readonly reference: string;
  readonly refererUrl: string;
  /** Earlier order that this one continues. */
  readonly refererOrder: string;
};

/** Reference fields sent with every quote request. */
export type InquiryReferences = Pick<PurchaseReferences, 'reference' | 'refererUrl'>;

const STORAGE_KEY = 'references';
const NO_REFERENCES: PurchaseReferences = { reference: '', refererUrl: '', refererOrder: '' };
/** Maximum lengths accepted by the server. */
const MAX_LENGTHS: Readonly<Record<keyof PurchaseReferences, number>> = {
  reference: 256,
  refererUrl: 2048,
  refererOrder: 64,
};

/** State of the page when it opens. */
type PageEntry = { readonly search: string; readonly referrer: string; readonly origin: string };

/**
 * Stores the references for all quotes and orders of this tab, because later pages have other queries and our own pages
 * as referrer. A partner's link resets them, except the earlier order: a reference belongs to one partner.
 */
export function rememberReferences(arrival: PageEntry): void {
  const query = new URLSearchParams(arrival.search);
  const before = query.has('partnerId') ? { ...readReferences(), reference: '', refererUrl: '' } : readReferences();
  const said: PurchaseReferences = {
    reference: query.get('reference')?.trim() ?? '',
    // A bank's or acquirer's page visited on the way is not the referrer.
    refererUrl: before.refererUrl === '' || query.has('refererUrl') ? findReferer(arrival) : '',
    refererOrder: query.get('referer_order')?.trim() ?? '',
  };
  const fits = Object.entries(said).filter(
    ([name, value]) =>
      value !== '' && !value.includes('\u0000') && value.length <= MAX_LENGTHS[name as keyof PurchaseReferences],
  );
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...before, ...Object.fromEntries(fits) }));
}

/** Returns the referring page from the link or the browser; '' if it is one of our own pages. */
export function findReferer({ search, referrer, origin }: PageEntry): string {
  const from = parseUrl(referrer)?.origin === origin ? '' : referrer;
  const named = new URLSearchParams(search).get('refererUrl')?.trim() ?? '';
  const referer = named === '' || named.includes('\u0000') ? from : named;
  // The server rejects half of a surrogate pair.
  return referer.slice(0, MAX_LENGTHS.refererUrl).replace(/[\uD800-\uDBFF]$/, '');
}

export function readReferences(): PurchaseReferences {
  return {
    ...NO_REFERENCES,
    ...(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<PurchaseReferences>),
  };
}

export function readInquiryReferences(): InquiryReferences {
  const { reference, refererUrl } = readReferences();
  return { reference, refererUrl };
}
