import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSearchParams } from 'wouter';
import { call } from '../../api/call.ts';
import { text } from '../../i18n/text.ts';
import { useDraft } from '../draft/useDraft.ts';
import { usePartner } from '../partner/partnerQuery.ts';
import { rememberedPartner } from '../partner/rememberedPartner.ts';
import { readNextStep, returnPlace } from './nextStep.ts';

/** A page outside Slipway that a buyer may be sent to. */
export type Destination = {
  readonly address: string;
  readonly host: string;
  /** Who is there, where that is known. */
  readonly name: string;
  readonly logo: string;
  /** To pay there, or back to where the buyer came from. */
  readonly purpose: 'payment' | 'return';
  /** Where to go at a press; null when the provider gives no page. */
  readonly take: () => Promise<string | null>;
};

/** A page that opens once does so for five minutes at some providers: one that was given so long ago is asked for anew. */
const FRESH_MS = 60_000;

/** The provider's page of the order, else the address of the query where the partner is allowed it. */
export function useDestination(orderNo: string): Destination | 'coming' | 'unknown' {
  const [search] = useSearchParams();
  const draft = useDraft();
  const wanted = search.get('redirectUrl') ?? '';
  const { partner } = usePartner({
    partnerId: search.get('partnerId') || rememberedPartner(),
    origin: search.get('origin') || draft.from,
    redirectUrl: wanted,
  });
  // Asked for at each visit: a page that opens once is another one by now, and another device knows none.
  const page = useQuery({
    queryKey: ['providerPage', orderNo],
    queryFn: ({ signal }) => call('providerPage', { orderNo }, { signal }),
    enabled: orderNo !== '' && wanted === '',
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const taken = useRef(false);
  const takePage = async () => {
    const isFresh = !taken.current && Date.now() - page.dataUpdatedAt < FRESH_MS;
    taken.current = true;
    const { data } = isFresh ? page : await page.refetch();
    const step = readNextStep(data?.nextStepContent ?? '');
    return step.kind === 'away' ? step.address : null;
  };
  if (page.isLoading) return 'coming';
  const step = readNextStep(page.data?.nextStepContent ?? '');
  if (step.kind === 'away') {
    const { address, host } = step;
    const name = page.data?.service ?? '';
    return { address, host, name, logo: draft.serviceLogoUrl, purpose: 'payment', take: takePage };
  }
  if (wanted === '') return 'unknown';
  if (!partner) return 'coming';
  const back = partner.redirectUrl === '' ? null : returnPlace(new URL(partner.redirectUrl, location.origin).href);
  if (!back) return 'unknown';
  const own = back.origin === location.origin;
  const name = own ? text('operator.name') : partner.name;
  return { address: back.href, host: back.host, name, logo: '', purpose: 'return', take: async () => back.href };
}
