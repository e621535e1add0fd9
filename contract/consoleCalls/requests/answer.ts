import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { signedStatement, signedStatementExample } from '../../entities/console/consolePerson.ts';
import { operatorRequest } from '../../entities/console/consoleRequest.ts';
import { roles } from '../../entities/roles.ts';

export const answer = defineConsoleCall({
  name: 'answer',
  summary: 'Gives the second approval to a request, or rejects it, by a statement `approve` or `reject`',
  auth: 'session',
  roles,
  guard: 'signed',
  request: z.object({ id: z.int().min(1), statement: signedStatement }),
  data: operatorRequest,
  errors: ['not_found'],
  example: {
    request: { id: 41, statement: signedStatementExample },
  },
});
