import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { roles } from '../../entities/roles.ts';

export const catalog = defineConsoleCall({
  name: 'catalog',
  summary: 'The kinds of settings, with the number of settings of each',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({ kinds: z.array(z.object({ kind: z.string(), about: z.string(), rows: z.int() })) }),
  errors: [],
  example: {
    request: {},
  },
});
