import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { roles } from '../../entities/roles.ts';

export const readMentions = defineConsoleCall({
  name: 'readMentions',
  summary: 'Marks notes that mention the caller as read',
  auth: 'session',
  roles,
  guard: 'free',
  request: z.object({ notes: z.array(z.int().min(1)).min(1).max(200) }),
  data: z.object({ unread: z.int().min(0) }),
  errors: [],
  example: { request: { notes: [7] } },
});
