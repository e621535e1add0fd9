import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { roles } from '../../entities/roles.ts';

export const lock = defineConsoleCall({
  name: 'lock',
  summary: 'Locks the console until the person confirms who they are',
  auth: 'session',
  roles,
  guard: 'free',
  request: z.object({}),
  data: z.object({}),
  errors: [],
  example: { request: {} },
});
