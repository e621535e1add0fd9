import { parsedUrl } from '@slipway/contract/parsedUrl.ts';

/** What a link, or the page before, says of where a purchase comes from; '' for nothing. */
export type References = {
  /** The partner's own mark of the purchase. */
  readonly reference: string;
  readonly refererUrl: string;
  /** An earlier order that this one follows. */
  readonly refererOrder: string;
};

/** What every inquiry says beside what is asked for. */
export type InquiryReferences = Pick<References, 'reference' | 'refererUrl'>;

const STORAGE_KEY = 'references';
const NONE: References = { reference: '', refererUrl: '', refererOrder: '' };
/** The longest that the server accepts. */
const LONGEST: Readonly<Record<keyof References, number>> = { reference: 256, refererUrl: 2048, refererOrder: 64 };

/** What the page knows as it opens. */
type Arrival = { readonly search: string; readonly referrer: string; readonly origin: string };

/**
 * Keeps what was said for every quote and order of the tab: later pages of a purchase have another query, and come from our
 * own pages. A partner's link begins anew but for the earlier order: a reference is that partner's own.
 */
export function rememberReferences(arrival: Arrival): void {
  const query = new URLSearchParams(arrival.search);
  const before = query.has('partnerId') ? { ...keptReferences(), reference: '', refererUrl: '' } : keptReferences();
  const said: References = {
    reference: query.get('reference')?.trim() ?? '',
    // A bank's or an acquirer's page on the way is not the one that led here.
    refererUrl: before.refererUrl === '' || query.has('refererUrl') ? refererOf(arrival) : '',
    refererOrder: query.get('referer_order')?.trim() ?? '',
  };
  const fits = Object.entries(said).filter(
    ([name, value]) => value !== '' && !value.includes('\u0000') && value.length <= LONGEST[name as keyof References],
  );
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...before, ...Object.fromEntries(fits) }));
}

/** The page that led here, by the link's own word or the browser's; '' where that is one of ours. */
export function refererOf({ search, referrer, origin }: Arrival): string {
  const from = parsedUrl(referrer)?.origin === origin ? '' : referrer;
  const named = new URLSearchParams(search).get('refererUrl')?.trim() ?? '';
  const referer = named === '' || named.includes('\u0000') ? from : named;
  // The server refuses half of a surrogate pair.
  return referer.slice(0, LONGEST.refererUrl).replace(/[\uD800-\uDBFF]$/, '');
}

export function keptReferences(): References {
  return { ...NONE, ...(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<References>) };
}

export function inquiryReferences(): InquiryReferences {
  const { reference, refererUrl } = keptReferences();
  return { reference, refererUrl };
}
