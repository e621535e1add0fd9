import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { operatorRequest } from '../../entities/console/consoleRequest.ts';
import { roles } from '../../entities/roles.ts';

export const requests = defineConsoleCall({
  name: 'requests',
  summary: 'Requests: open ones in the order in which they were made, or the newest decided ones',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({
    which: z.enum(['open', 'decided']).default('open'),
    before: z.int().min(1).optional().describe('For decided requests: returns those before this id'),
    subject: z.string().max(200).optional(),
  }),
  data: z.object({ list: z.array(operatorRequest) }),
  errors: [],
  example: { request: {} },
});
