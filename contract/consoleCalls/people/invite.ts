import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { signedStatement, signedStatementExample } from '../../entities/console/consolePerson.ts';

export const invite = defineConsoleCall({
  name: 'invite',
  summary: 'Creates a code for one new person, valid for three days, by a statement `invite`; it is shown once',
  auth: 'session',
  roles: ['admin'],
  guard: 'signed',
  request: z.object({ statement: signedStatement }),
  data: z.object({ code: z.string(), joinUrl: z.string(), expiresInDays: z.int() }),
  errors: [],
  example: {
    request: { statement: signedStatementExample },
  },
});
