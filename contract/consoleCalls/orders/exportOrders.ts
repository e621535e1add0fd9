import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { orderFilter } from '../../entities/console/consoleOrders.ts';
import { roles } from '../../entities/roles.ts';

export const exportOrders = defineConsoleCall({
  name: 'exportOrders',
  summary: 'The orders that match a filter as a file, with the filter and their count; personal data is masked',
  auth: 'session',
  roles,
  guard: 'reads',
  request: orderFilter,
  data: z.object({ name: z.string(), csv: z.string(), count: z.int(), more: z.boolean() }),
  errors: ['act_refused'],
  example: {
    request: { status: ['on_hold'] },
  },
});
