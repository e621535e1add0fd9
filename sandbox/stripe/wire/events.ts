import type Stripe from 'stripe';
import type { EventRecord } from '../accountState.ts';

/** The implemented API version, whose types these builders are checked against. */
const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive';

/** The fields that events of all types have, with the event's object. */
type StripeEvent = Pick<
  Stripe.Event,
  'id' | 'object' | 'api_version' | 'created' | 'livemode' | 'pending_webhooks' | 'request' | 'type'
> & { readonly data: Pick<EventRecord, 'object'> };

/** Returns the event in the format of the webhooks and the events list. */
export function toStripeEvent(record: EventRecord): StripeEvent {
  return {
    id: record.id,
    object: 'event',
    api_version: API_VERSION,
    created: record.created,
    data: { object: record.object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: record.type,
  };
}
