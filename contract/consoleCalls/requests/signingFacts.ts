import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { statementHash } from '../../entities/console/consolePerson.ts';
import { roles } from '../../entities/roles.ts';

export const signingFacts = defineConsoleCall({
  name: 'signingFacts',
  summary: 'Returns the data for the next statement: the newest statement about people, and the time',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({ previous: statementHash, now: z.iso.datetime() }),
  errors: [],
  example: { request: {} },
});
