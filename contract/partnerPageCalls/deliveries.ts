import { z } from 'zod';
import { definePartnerPageCall } from '../defineCall.ts';
import { partnerEvent } from '../entities/console/consolePartner.ts';
import { memberRoles } from '../entities/partnerPages.ts';
import { webhookTypes } from '../webhookEvents.ts';

const eventId = z.string().min(1).max(120).describe('Id of the event, as in `webhook-id`');

export const deliveries = definePartnerPageCall({
  name: 'deliveries',
  summary: 'A page of the events of this partner, newest first, with the number of delivery attempts',
  auth: 'session',
  roles: memberRoles,
  guard: 'reads',
  request: z.object({
    state: partnerEvent.shape.delivery.optional(),
    cursor: z.int().min(1).optional().describe('`cursor` of the previous answer; if omitted, from the newest event'),
  }),
  data: z.object({
    list: z.array(partnerEvent),
    cursor: z.int().nullable().describe('Cursor to continue from; null: there are no more events'),
  }),
  errors: [],
  example: { request: {} },
});

export const delivery = definePartnerPageCall({
  name: 'delivery',
  summary: 'An event as it is posted, with the answer to each attempt',
  auth: 'session',
  roles: memberRoles,
  guard: 'reads',
  request: z.object({ event: eventId }),
  data: partnerEvent.extend({
    body: z.string().describe('The exact body that is posted and signed'),
    attempts: z.array(
      z.object({
        number: z.int(),
        at: z.iso.datetime(),
        status: z.int().nullable().describe('HTTP status of the answer; null if there was none'),
        answer: z.string().describe('Beginning of the answer, or why there was none'),
        milliseconds: z.int(),
      }),
    ),
  }),
  errors: ['member_item_unknown'],
  example: { request: { event: 'evt_7KQ2M4XD9TAB3HWPEN56' } },
});

export const replayEvent = definePartnerPageCall({
  name: 'replayEvent',
  summary: 'Sends an event of an order again, with the same id',
  auth: 'session',
  roles: memberRoles,
  guard: 'changes',
  request: z.object({ event: eventId }),
  data: z.object({}),
  errors: ['member_item_unknown', 'webhook_secret_missing'],
  example: { request: { event: 'evt_7KQ2M4XD9TAB3HWPEN56' } },
});

export const sendTestEvent = definePartnerPageCall({
  name: 'sendTestEvent',
  summary: 'Sends an event that is marked as a test',
  auth: 'session',
  roles: memberRoles,
  guard: 'changes',
  request: z.object({ type: z.enum(Object.keys(webhookTypes) as [keyof typeof webhookTypes]) }),
  data: z.object({ event: eventId }),
  errors: ['webhook_secret_missing'],
  example: { request: { type: 'order.paid' } },
});
