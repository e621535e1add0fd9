import { z } from 'zod';
import { definePartnerCall } from '../defineCall.ts';
import { pageLimit } from '../entities/partnerScalars.ts';
import { createWebhookExample, webhookEvent } from '../webhookEvents.ts';

const eventId = z.string().regex(/^evt_[\w-]{1,64}$/, 'must be the id of an event');

export const events = definePartnerCall({
  name: 'events',
  summary: 'What has happened to the orders of this partner since an event, each once, for thirty days',
  auth: 'key',
  request: z.object({
    after: eventId.optional().describe('`next` of the answer before; left out: from the oldest that is kept'),
    limit: pageLimit,
  }),
  data: z.object({
    events: z.array(
      webhookEvent
        .omit({ test: true })
        .extend({ id: z.string().describe('The `webhook-id` under which it is posted') })
        .meta({ id: 'PartnerEvent' }),
    ),
    next: z.string().nullable().describe('Where to go on, now or later; null: nothing has happened yet'),
    more: z.boolean().describe('There was more than the limit: ask again at once'),
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
