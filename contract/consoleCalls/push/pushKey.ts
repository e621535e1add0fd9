import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { roles } from '../../entities/roles.ts';

export const pushKey = defineConsoleCall({
  name: 'pushKey',
  summary: 'The key with which a browser subscribes to push alerts (VAPID, RFC 8292); null if push is not configured',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({ key: z.string().nullable() }),
  errors: [],
  example: {
    request: {},
  },
});
