import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { personName } from '../entities/consolePerson.ts';
import { roles } from '../entities/roles.ts';

export const sessions = defineConsoleCall({
  name: 'sessions',
  summary: 'Who is in the console now: of everybody for an admin, of oneself for others',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        person: personName,
        browser: z.string(),
        system: z.string(),
        startedAt: z.iso.datetime(),
        activeAt: z.iso.datetime(),
        signedInBy: z.enum(['passkey', 'single_sign_on']),
        isThis: z.boolean(),
      }),
    ),
  }),
  errors: [],
  example: {
    request: {},
    data: {
      list: [
        {
          id: '6f1c',
          person: 'anna',
          browser: 'Firefox',
          system: 'macOS',
          startedAt: '2026-11-21T10:38:12.000Z',
          activeAt: '2026-11-21T10:52:40.000Z',
          signedInBy: 'passkey',
          isThis: true,
        },
      ],
    },
  },
});
