import { z } from 'zod';
import { definePartnerCall } from '../defineCall.ts';
import { orderNumber } from '../entities/scalars.ts';
import { partnerOrder, webhookExample } from '../webhookEvents.ts';

/** As its partner asks for it. */
export const askedPartnerOrder = partnerOrder.extend({ createdAt: z.iso.datetime() }).meta({ id: 'PartnerOrder' });

export const askedOrderExample: z.output<typeof askedPartnerOrder> = {
  ...webhookExample('order.paid').data,
  createdAt: '2026-11-21T10:38:12.000Z',
};

export const orderStatus = definePartnerCall({
  name: 'orderStatus',
  summary: 'An order of this partner, by its number or by the partner’s own reference',
  auth: 'key',
  request: z
    .object({
      orderNo: orderNumber.optional(),
      reference: z.string().min(1).max(256).optional().describe('The newest order that has it'),
    })
    .refine(({ orderNo, reference }) => (orderNo === undefined) !== (reference === undefined), {
      path: ['orderNo'],
      message: 'give it, or a reference, and not both',
    }),
  data: askedPartnerOrder,
  errors: ['order_unknown'],
  example: { request: { orderNo: '7KQ2M4XD9TAB3HWPEN56' }, data: askedOrderExample },
});
