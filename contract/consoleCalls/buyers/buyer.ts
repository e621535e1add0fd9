import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { buyerDetail } from '../../entities/console/consoleBuyer.ts';
import { roles } from '../../entities/roles.ts';

export const buyer = defineConsoleCall({
  name: 'buyer',
  summary: 'A buyer’s details, orders and history',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({ id: z.string().min(1).max(120) }),
  data: buyerDetail,
  errors: ['not_found'],
  example: { request: { id: 'b7c1f2' } },
});
