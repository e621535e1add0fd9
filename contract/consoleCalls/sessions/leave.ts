import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { roles } from '../../entities/roles.ts';

export const leave = defineConsoleCall({
  name: 'leave',
  summary: 'Ends the session',
  auth: 'none',
  roles,
  guard: 'free',
  request: z.object({}),
  data: z.object({}),
  errors: [],
  example: { request: {} },
});
