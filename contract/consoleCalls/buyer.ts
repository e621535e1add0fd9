import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { shownBuyer, shownBuyerExample } from '../entities/consoleBuyer.ts';
import { roles } from '../entities/roles.ts';

export const buyer = defineConsoleCall({
  name: 'buyer',
  summary: 'Who somebody is, and what they have done',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({ id: z.string().min(1).max(120) }),
  data: shownBuyer,
  errors: ['not_found'],
  example: { request: { id: 'b7c1f2' }, data: shownBuyerExample },
});
