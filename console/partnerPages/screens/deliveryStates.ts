import type { PartnerPageCallData } from '@slipway/contract/partnerPageCalls.ts';
import type { Tone } from '../../parts/tone.ts';

export type DeliveryState = PartnerPageCallData<'deliveries'>['list'][number]['delivery'];

/** How the state of a delivery is shown. */
export const deliveryStates: Readonly<Record<DeliveryState, { readonly label: string; readonly tone: Tone }>> = {
  waiting: { label: 'Waiting', tone: 'plain' },
  given_up: { label: 'Given up', tone: 'bad' },
  taken: { label: 'Delivered', tone: 'good' },
  unaddressed: { label: 'No address', tone: 'plain' },
};
