import { z } from 'zod';
import { definePartnerPageCall } from '../defineCall.ts';
import { moneyAmount } from '../entities/console/consoleFigures.ts';
import { memberRoles } from '../entities/partnerPages.ts';
import { orderNumber } from '../entities/scalars.ts';
import { queriedPartnerOrder } from '../partnerCalls/orderStatus.ts';

const shownOrder = queriedPartnerOrder
  .extend({
    share: moneyAmount.nullable().describe('The share that this order has earned; null if it has earned none'),
  })
  .meta({ id: 'PartnerPageOrder' });

export const orders = definePartnerPageCall({
  name: 'orders',
  summary: 'A page of the orders of this partner, newest first',
  auth: 'session',
  roles: memberRoles,
  guard: 'reads',
  request: z.object({
    after: orderNumber.optional().describe('`next` of the previous answer; if omitted, from the newest order'),
    reference: z.string().min(1).max(256).optional().describe('Only orders with this reference'),
  }),
  data: z.object({
    orders: z.array(shownOrder),
    next: z.string().nullable().describe('Cursor to continue from; null: there are no more orders'),
  }),
  errors: ['member_item_unknown'],
  example: { request: {} },
});

export const order = definePartnerPageCall({
  name: 'order',
  summary: 'An order of this partner',
  auth: 'session',
  roles: memberRoles,
  guard: 'reads',
  request: z.object({ orderNo: orderNumber }),
  data: shownOrder,
  errors: ['member_item_unknown'],
  example: { request: { orderNo: '7KQ2M4XD9TAB3HWPEN56' } },
});
