import { z } from 'zod';
import { definePartnerCall } from '../defineCall.ts';
import { pageLimit } from '../entities/partnerScalars.ts';
import { orderNumber } from '../entities/scalars.ts';
import { queriedOrderExample, queriedPartnerOrder } from './orderStatus.ts';

export const orders = definePartnerCall({
  name: 'orders',
  summary: 'The orders of this partner, newest first',
  auth: 'key',
  request: z.object({
    after: orderNumber.optional().describe('`next` of the previous answer; if omitted, from the newest order'),
    reference: z.string().min(1).max(256).optional().describe('Only orders with this reference'),
    limit: pageLimit,
  }),
  data: z.object({
    orders: z.array(queriedPartnerOrder).describe('Newest first'),
    next: z.string().nullable().describe('Cursor to continue from; null: there are no more orders'),
  }),
  errors: ['cursor_unknown'],
  example: { request: { limit: 100 }, data: { orders: [queriedOrderExample], next: null } },
});
