import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { signedExample, signedStatement } from '../entities/consolePerson.ts';

export const sayOfPersons = defineConsoleCall({
  name: 'sayOfPersons',
  summary:
    'An admin’s word on who is who, by a statement `enrol`, `change-roles`, `confirm` or `revoke`; anybody’s on their own key',
  auth: 'session',
  roles: ['viewer', 'support', 'compliance', 'treasurer', 'admin'],
  guard: 'signed',
  request: z.object({ statement: signedStatement }),
  data: z.object({ head: z.string() }),
  errors: [],
  example: { request: { statement: signedExample }, data: { head: 'a'.repeat(64) } },
});
