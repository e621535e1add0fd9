import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { roles } from '../../entities/roles.ts';

export const checkNow = defineConsoleCall({
  name: 'checkNow',
  summary: 'Requests a comparison of the ledger with every external account; a pending request is not duplicated',
  auth: 'session',
  roles,
  guard: 'free',
  request: z.object({}),
  data: z.object({ run: z.int().describe('Number of the comparison') }),
  errors: [],
  example: { request: {} },
});
