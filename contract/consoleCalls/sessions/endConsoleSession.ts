import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { roles } from '../../entities/roles.ts';

export const endConsoleSession = defineConsoleCall({
  name: 'endConsoleSession',
  summary: 'Ends a console session immediately: one’s own, or as an admin anyone’s',
  auth: 'session',
  roles,
  guard: 'free',
  request: z.object({ id: z.string().regex(/^[0-9a-f]{1,64}$/, 'must be the id of a session') }),
  data: z.object({}),
  errors: ['not_found'],
  example: { request: { id: '6f1c' } },
});
