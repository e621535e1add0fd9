import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { roles } from '../entities/roles.ts';

export const checkNow = defineConsoleCall({
  name: 'checkNow',
  summary: 'Lets a worker compare the ledger with every place at once; one that waits already is not asked for twice',
  auth: 'session',
  roles,
  guard: 'free',
  request: z.object({}),
  data: z.object({ run: z.int().describe('Its number') }),
  errors: [],
  example: { request: {}, data: { run: 4711 } },
});
