import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { personName } from '../../entities/console/consolePerson.ts';
import { roles } from '../../entities/roles.ts';

export const sessions = defineConsoleCall({
  name: 'sessions',
  summary: 'Current console sessions: all for an admin, one’s own for others',
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
        signedInBy: z.enum(['passkey', 'ed25519', 'single_sign_on']),
        isThis: z.boolean(),
      }),
    ),
  }),
  errors: [],
  example: {
    request: {},
  },
});
