import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { listedOrder, orderFilter, orderSorts, orderTotals } from '../../entities/console/consoleOrders.ts';
import { roles } from '../../entities/roles.ts';

export const orders = defineConsoleCall({
  name: 'orders',
  summary: 'A page of orders by search and filter, with the sums of all matches',
  auth: 'session',
  roles,
  guard: 'reads',
  request: orderFilter.extend({
    sort: z.enum(orderSorts).default('newest').describe('`longest_waiting`: only open orders'),
    cursor: z.string().max(200).optional(),
  }),
  data: z.object({
    understood: z.array(z.string()).describe('How the search text was interpreted'),
    rows: z.array(listedOrder),
    next: z.string().nullable().describe('Cursor of the next page'),
    sums: orderTotals.nullable().describe('Only with the first page'),
    now: z.iso.datetime(),
  }),
  errors: ['act_refused'],
  example: {
    request: { q: '7KQ2M', status: ['on_hold'] },
  },
});
