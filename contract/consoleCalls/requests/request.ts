import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { operatorRequest } from '../../entities/console/consoleRequest.ts';
import { roles } from '../../entities/roles.ts';

export const request = defineConsoleCall({
  name: 'request',
  summary: 'The state of a request',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({ id: z.int().min(1) }),
  data: operatorRequest,
  errors: ['not_found'],
  example: { request: { id: 41 } },
});
