import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { listedOrder, listedOrderExample, orderFilter, orderSorts, orderSums } from '../entities/consoleOrders.ts';
import { roles } from '../entities/roles.ts';

export const orders = defineConsoleCall({
  name: 'orders',
  summary: 'Orders by whatever they are known by, a page of them, with the sums of all that the filter finds',
  auth: 'session',
  roles,
  guard: 'reads',
  request: orderFilter.extend({
    sort: z.enum(orderSorts).default('newest').describe('`longest_waiting`: of orders under way alone'),
    cursor: z.string().max(200).optional(),
  }),
  data: z.object({
    understood: z.array(z.string()).describe('What was searched for, in words'),
    rows: z.array(listedOrder),
    next: z.string().nullable().describe('The cursor of the page after this one'),
    sums: orderSums.nullable().describe('With the first page'),
    now: z.iso.datetime(),
  }),
  errors: ['act_refused'],
  example: {
    request: { q: '7KQ2M', status: ['on_hold'] },
    data: {
      understood: ['7KQ2M is the beginning of an order’s number: 1 order'],
      rows: [listedOrderExample],
      next: null,
      sums: { count: 1, more: false, pays: [listedOrderExample.pays] },
      now: '2026-11-21T10:38:12.000Z',
    },
  },
});
