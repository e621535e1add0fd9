import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { roles } from '../../entities/roles.ts';

export const dropView = defineConsoleCall({
  name: 'dropView',
  summary: 'Deletes one’s own saved view',
  auth: 'session',
  roles,
  guard: 'free',
  request: z.object({ id: z.int().min(1) }),
  data: z.object({}),
  errors: ['not_found'],
  example: { request: { id: 3 } },
});
