import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { roles } from '../entities/roles.ts';

export const pushKey = defineConsoleCall({
  name: 'pushKey',
  summary: 'The key that a browser subscribes with to be woken (VAPID, RFC 8292); null where nobody is told by push',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({ key: z.string().nullable() }),
  errors: [],
  example: {
    request: {},
    data: { key: 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs' },
  },
});
