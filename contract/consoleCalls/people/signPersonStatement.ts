import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { signedStatement, signedStatementExample } from '../../entities/console/consolePerson.ts';

export const signPersonStatement = defineConsoleCall({
  name: 'signPersonStatement',
  summary:
    'Submits a statement about a person: `enrol`, `change-roles` or `confirm` by an admin; `revoke` or `unlink-sign-on` by an admin or the person; `link-sign-on` by the person',
  auth: 'session',
  roles: ['viewer', 'support', 'compliance', 'treasurer', 'admin'],
  guard: 'signed',
  request: z.object({ statement: signedStatement }),
  data: z.object({ head: z.string() }),
  errors: [],
  example: { request: { statement: signedStatementExample } },
});
