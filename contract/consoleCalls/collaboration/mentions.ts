import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { mention } from '../../entities/console/consoleDesk.ts';
import { roles } from '../../entities/roles.ts';

export const mentions = defineConsoleCall({
  name: 'mentions',
  summary: 'The newest notes that mention the caller',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({ unread: z.int().min(0), list: z.array(mention) }),
  errors: [],
  example: { request: {} },
});
