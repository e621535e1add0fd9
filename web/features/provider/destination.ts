import { useSearchParams } from 'wouter';
import { useDraft } from '../draft/draft.ts';
import { rememberedPartner, usePartner } from '../partner/partnerQuery.ts';
import { readNextStep, webPage } from './nextStep.ts';

/** A page outside Slipway that a buyer may be sent to. */
export type Destination = {
  readonly address: string;
  readonly host: string;
  /** Who is there, where that is known. */
  readonly name: string;
  readonly logo: string;
  /** To pay there, or back to where the buyer came from. */
  readonly purpose: 'payment' | 'return';
};

/** The provider's page of the order that this tab made, else the address of the query where the partner is allowed it. */
export function useDestination(orderNo: string): Destination | 'coming' | 'unknown' {
  const [search] = useSearchParams();
  const draft = useDraft();
  const wanted = search.get('redirectUrl') ?? '';
  const { partner } = usePartner({
    partnerId: search.get('partnerId') || rememberedPartner(),
    origin: search.get('origin') || draft.from,
    redirectUrl: wanted,
  });
  const step = readNextStep(orderNo !== '' && draft.orderNo === orderNo ? draft.nextStepContent : '');
  if (step.kind === 'away') {
    const { address, host } = step;
    return { address, host, name: draft.offerName, logo: draft.serviceLogoUrl, purpose: 'payment' };
  }
  if (wanted === '') return 'unknown';
  if (!partner) return 'coming';
  const page = partner.redirectUrl === '' ? null : webPage(new URL(partner.redirectUrl, location.origin).href);
  if (!page) return 'unknown';
  const own = page.origin === location.origin;
  return { address: page.href, host: page.host, name: own ? 'Slipway' : partner.name, logo: '', purpose: 'return' };
}
