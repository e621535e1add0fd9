/** What a link, or the page before, says of where a purchase comes from, by the longest that the server takes of each. */
const LONGEST = { reference: 256, refererUrl: 2048, referer_order: 64 } as const;

type ReferenceName = keyof typeof LONGEST;

/** What the page knows as it opens. */
type Arrival = { readonly search: string; readonly referrer: string; readonly origin: string };

/**
 * Keeps what was said for every quote and order of the tab: later pages of a purchase have another query, and come from our
 * own pages. A partner's link begins anew, since a reference is that partner's own.
 */
export function rememberReferences({ search, referrer, origin }: Arrival): void {
  const query = new URLSearchParams(search);
  if (query.has('partnerId')) sessionStorage.removeItem('reference');
  keep('reference', query.get('reference'));
  keep('referer_order', query.get('referer_order'));
  keep('refererUrl', refererOf({ search, referrer, origin }));
}

/** The page that led here, by the link's own word or the browser's; '' where that is one of ours. */
export function refererOf({ search, referrer, origin }: Arrival): string {
  const from = URL.parse(referrer)?.origin === origin ? '' : referrer;
  return (new URLSearchParams(search).get('refererUrl')?.trim() || from).slice(0, LONGEST.refererUrl);
}

function keep(name: ReferenceName, value: string | null): void {
  const given = value?.trim() ?? '';
  if (given !== '' && given.length <= LONGEST[name]) sessionStorage.setItem(name, given);
}

/** '' when there is none. */
export function keptReference(name: ReferenceName): string {
  return sessionStorage.getItem(name) ?? '';
}

/** What every inquiry says beside what is asked for. */
export type InquiryReferences = { readonly reference: string; readonly refererUrl: string };

export function inquiryReferences(): InquiryReferences {
  return { reference: keptReference('reference'), refererUrl: keptReference('refererUrl') };
}
