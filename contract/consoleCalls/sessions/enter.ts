import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { loggedInPerson, signedStatement, signedStatementExample } from '../../entities/console/consolePerson.ts';
import { roles } from '../../entities/roles.ts';

export const enter = defineConsoleCall({
  name: 'enter',
  summary: 'Opens a session by a statement `enter` that names this console, and sets its cookie',
  auth: 'none',
  roles,
  guard: 'signed',
  request: z.object({ statement: signedStatement }),
  data: z.object({ person: loggedInPerson }),
  errors: ['entry_refused'],
  example: { request: { statement: signedStatementExample } },
});
