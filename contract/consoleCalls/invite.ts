import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { signedExample, signedStatement } from '../entities/consolePerson.ts';

export const invite = defineConsoleCall({
  name: 'invite',
  summary: 'A code for one new person, good for three days, by a statement `invite`; it is shown once',
  auth: 'session',
  roles: ['admin'],
  guard: 'signed',
  request: z.object({ statement: signedStatement }),
  data: z.object({ code: z.string(), joinUrl: z.string(), expiresInDays: z.int() }),
  errors: [],
  example: {
    request: { statement: signedExample },
    data: {
      code: '7KQ2M4XD9TAB3HWPEN56',
      joinUrl: 'https://console.example/console/join#7KQ2M4XD9TAB3HWPEN56',
      expiresInDays: 3,
    },
  },
});
