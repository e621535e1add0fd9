import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { roles } from '../entities/roles.ts';

export const pushList = defineConsoleCall({
  name: 'pushList',
  summary: 'The browsers that wake the person who asks',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    list: z.array(
      z.object({
        /** SHA-256 of the endpoint, in hex: a browser finds itself by it. */
        id: z.string(),
        browser: z.string(),
        system: z.string(),
        madeAt: z.iso.datetime(),
        /** Since it was taken the last time. */
        failedTries: z.number().int(),
        fault: z.string().nullable(),
        /** When its push service said that it is no more. */
        goneAt: z.iso.datetime().nullable(),
      }),
    ),
  }),
  errors: [],
  example: {
    request: {},
    data: {
      list: [
        {
          id: '5d0c1a5f2f7ddc3c2b2a56b8a2e58a1e1f0e1cf8ad36ec1f2dcb9e1a4bb5a9e0',
          browser: 'Chrome',
          system: 'Android',
          madeAt: '2026-11-24T10:38:12.000Z',
          failedTries: 0,
          fault: null,
          goneAt: null,
        },
      ],
    },
  },
});
