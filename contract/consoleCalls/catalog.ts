import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { roles } from '../entities/roles.ts';

export const catalog = defineConsoleCall({
  name: 'catalog',
  summary: 'The kinds of rows that the operator decides, with how many there are of each',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({ kinds: z.array(z.object({ kind: z.string(), about: z.string(), rows: z.int() })) }),
  errors: [],
  example: {
    request: {},
    data: { kinds: [{ kind: 'fee', about: "a payment method's fee in a currency", rows: 31 }] },
  },
});
