import { z } from 'zod';
import { definePartnerCall } from '../defineCall.ts';
import { createdAt, orderNumber } from '../entities/scalars.ts';
import { requireExactlyOne } from '../fieldRules.ts';
import { createWebhookExample, partnerOrder } from '../webhookEvents.ts';

/** An order as its partner can query it. */
export const queriedPartnerOrder = partnerOrder.extend({ createdAt }).meta({ id: 'PartnerOrder' });

export const queriedOrderExample: z.output<typeof queriedPartnerOrder> = {
  ...createWebhookExample('order.paid').data,
  createdAt: '2026-11-21T10:38:12.000Z',
};

export const orderStatus = definePartnerCall({
  name: 'orderStatus',
  summary:
    'An order of this partner, by its number, by the session in which it was created, or by the partner’s reference',
  auth: 'key',
  request: z.object({
    orderNo: orderNumber.optional(),
    sessionId: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe('Returns the newest order that was created in this session'),
    reference: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .describe(
        'Returns the newest order with this reference. Anyone can set a reference: check `sessionId` for whether the order is yours',
      ),
  }),
  rules: [requireExactlyOne('orderNo', 'sessionId', 'reference')],
  data: queriedPartnerOrder,
  errors: ['order_unknown'],
  example: { request: { orderNo: '7KQ2M4XD9TAB3HWPEN56' }, data: queriedOrderExample },
});
