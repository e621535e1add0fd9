import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { roles } from '../../entities/roles.ts';

export const pushList = defineConsoleCall({
  name: 'pushList',
  summary: 'The browsers with push alerts of the caller',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    list: z.array(
      z.object({
        /** SHA-256 of the endpoint, in hex, by which a browser recognizes its own subscription. */
        id: z.string(),
        browser: z.string(),
        system: z.string(),
        createdAt: z.iso.datetime(),
        /** Failures since the last successful push. */
        failedTries: z.number().int(),
        fault: z.string().nullable(),
        /** When the push service reported that the subscription no longer exists. */
        goneAt: z.iso.datetime().nullable(),
      }),
    ),
  }),
  errors: [],
  example: {
    request: {},
  },
});
