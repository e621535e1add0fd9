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
    after: orderNumber.optional().describe('`next` of the answer before; left out: from the newest on'),
    reference: z.string().min(1).max(256).optional().describe('Only those that have it'),
    limit: pageLimit,
  }),
  data: z.object({
    orders: z.array(queriedPartnerOrder),
    next: z.string().nullable().describe('Where to go on; null: there is no more'),
  }),
  errors: ['cursor_unknown'],
  example: { request: { limit: 100 }, data: { orders: [queriedOrderExample], next: null } },
});
