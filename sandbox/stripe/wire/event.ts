import type Stripe from 'stripe';
import type { EventRecord } from '../account.ts';

/** The API version whose shapes are spoken: the one whose types these builders are checked against. */
const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive';

/** What events of every type have, with the object that this one is about. */
type ShownEvent = Pick<
  Stripe.Event,
  'id' | 'object' | 'api_version' | 'created' | 'livemode' | 'pending_webhooks' | 'request' | 'type'
> & { readonly data: Pick<EventRecord, 'object'> };

/** The event as the webhooks and the events list show it. */
export function event(record: EventRecord): ShownEvent {
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
