import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSearchParams } from 'wouter';
import { call } from '../../api/call.ts';
import { text } from '../../i18n/text.ts';
import { useDraft } from '../draft/useDraft.ts';
import { usePartner } from '../partner/partnerQuery.ts';
import { getRememberedPartner } from '../partner/rememberPartner.ts';
import { parseProviderStep, parseReturnTarget } from './providerStep.ts';

/** An external page that the buyer may be sent to. */
export type Destination = {
  readonly address: string;
  readonly host: string;
  /** Name of the site, if known. */
  readonly name: string;
  readonly logo: string;
  /** To pay, or to return to the site that the buyer came from. */
  readonly purpose: 'payment' | 'return';
  /**
   * Called when the buyer clicks. Returns the URL, after a new request if the last page was used or is old; null if the provider
   * gives no page.
   */
  readonly take: () => Promise<string | null>;
};

/** Some providers' pages can be opened only once and within five minutes; older URLs are requested again. */
const PAGE_MAX_AGE_MS = 60_000;

/**
 * Returns the provider's page for the order, or the return URL from the query if the operator has allowed it for the partner;
 * `unknown` if there is neither.
 */
export function useDestination(orderNo: string): Destination | 'loading' | 'unknown' {
  const [search] = useSearchParams();
  const draft = useDraft();
  const requestedReturnUrl = search.get('redirectUrl') ?? '';
  const { partner } = usePartner({
    partnerId: search.get('partnerId') || getRememberedPartner(),
    origin: search.get('origin') || draft.from,
    redirectUrl: requestedReturnUrl,
  });
  // Requested at each visit: single-use pages change, and other devices do not have the URL.
  const page = useQuery({
    queryKey: ['providerPage', orderNo],
    queryFn: ({ signal }) => call('providerPage', { orderNo }, { signal }),
    enabled: orderNo !== '' && requestedReturnUrl === '',
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const isPageUsed = useRef(false);
  const takePage = async () => {
    const isFresh = !isPageUsed.current && Date.now() - page.dataUpdatedAt < PAGE_MAX_AGE_MS;
    isPageUsed.current = true;
    const { data } = isFresh ? page : await page.refetch();
    const step = parseProviderStep(data?.nextStepContent ?? '');
    return step.kind === 'away' ? step.address : null;
  };
  if (page.isLoading) return 'loading';
  const step = parseProviderStep(page.data?.nextStepContent ?? '');
  if (step.kind === 'away') {
    const { address, host } = step;
    const name = page.data?.service ?? '';
    return { address, host, name, logo: draft.serviceLogoUrl, purpose: 'payment', take: takePage };
  }
  if (requestedReturnUrl === '') return 'unknown';
  if (!partner) return 'loading';
  const back =
    partner.redirectUrl === '' ? null : parseReturnTarget(new URL(partner.redirectUrl, location.origin).href);
  if (!back) return 'unknown';
  const own = back.origin === location.origin;
  const name = own ? text('operator.name') : partner.name;
  return { address: back.href, host: back.host, name, logo: '', purpose: 'return', take: async () => back.href };
}
