import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { orderFilter } from '../entities/consoleOrders.ts';
import { roles } from '../entities/roles.ts';

export const exportOrders = defineConsoleCall({
  name: 'exportOrders',
  summary: 'The orders that a filter finds as a file, with the filter and their count in it; persons are masked',
  auth: 'session',
  roles,
  guard: 'reads',
  request: orderFilter,
  data: z.object({ name: z.string(), csv: z.string(), count: z.int(), more: z.boolean() }),
  errors: ['act_refused'],
  example: {
    request: { status: ['on_hold'] },
    data: {
      name: 'orders-2026-11-21.csv',
      csv: 'filter,status: on_hold\r\norders,1\r\n\r\norder,made\r\n7KQ2M4XD9TAB3HWPEN56,2026-11-21T10:20:11.000Z\r\n',
      count: 1,
      more: false,
    },
  },
});
