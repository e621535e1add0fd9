import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { listedOrder, orderFilter, orderSorts, orderTotals } from '../entities/consoleOrders.ts';
import { roles } from '../entities/roles.ts';

export const orders = defineConsoleCall({
  name: 'orders',
  summary: 'A page of orders by search and filter, with the sums of all matches',
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
    sums: orderTotals.nullable().describe('With the first page'),
    now: z.iso.datetime(),
  }),
  errors: ['act_refused'],
  example: {
    request: { q: '7KQ2M', status: ['on_hold'] },
  },
});
