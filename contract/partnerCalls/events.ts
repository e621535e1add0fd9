import { z } from 'zod';
import { definePartnerCall } from '../defineCall.ts';
import { pageLimit } from '../entities/partnerScalars.ts';
import { createWebhookExample, webhookEvent } from '../webhookEvents.ts';

const eventId = z.string().regex(/^evt_[\w-]{1,64}$/, 'must be the id of an event');

const partnerEvent = webhookEvent
  .omit({ test: true })
  .extend({ id: z.string().describe('The `webhook-id` with which the event is posted') })
  .meta({ id: 'PartnerEvent' });

export const events = definePartnerCall({
  name: 'events',
  summary: "Events of this partner's orders after a given event, each once; events are stored for thirty days",
  auth: 'key',
  request: z.object({
    after: eventId.optional().describe('`next` of the previous answer; if omitted, from the oldest stored event'),
    limit: pageLimit,
  }),
  data: z.object({
    events: z.array(partnerEvent).describe('Oldest first'),
    next: z.string().nullable().describe('Cursor to continue from, now or later; null: there are no events yet'),
    more: z.boolean().describe('True: there are more events than the limit; call again immediately'),
  }),
  errors: ['cursor_unknown'],
  example: {
    request: { after: 'evt_2KWPBgLlAfxdpx2AI54pPJ85f4W', limit: 100 },
    data: {
      events: [{ id: 'evt_9QvZk1mY3n0uTqkR8bXw2L5dE7c', ...createWebhookExample('order.paid') }],
      next: 'evt_9QvZk1mY3n0uTqkR8bXw2L5dE7c',
      more: false,
    },
  },
});
