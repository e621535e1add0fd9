import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { roles } from '../../entities/roles.ts';

export const stay = defineConsoleCall({
  name: 'stay',
  summary: 'Reports activity, so that the console does not lock',
  auth: 'session',
  roles,
  guard: 'free',
  request: z.object({}),
  data: z.object({ locksAt: z.iso.datetime() }),
  errors: [],
  example: { request: {} },
});
