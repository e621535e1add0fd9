import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { enteredExample, enteredPerson, signedExample, signedStatement } from '../entities/consolePerson.ts';
import { roles } from '../entities/roles.ts';

export const enter = defineConsoleCall({
  name: 'enter',
  summary: 'Opens a session by a statement `enter` that names this console, and sets its cookie',
  auth: 'none',
  roles,
  guard: 'signed',
  request: z.object({ statement: signedStatement }),
  data: z.object({ person: enteredPerson }),
  errors: ['entry_refused'],
  example: { request: { statement: signedExample }, data: { person: enteredExample } },
});
