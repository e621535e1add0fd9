import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { signedStatement, signedStatementExample } from '../../entities/console/consolePerson.ts';
import { operatorRequest } from '../../entities/console/consoleRequest.ts';
import { roles } from '../../entities/roles.ts';

export const requestAction = defineConsoleCall({
  name: 'requestAction',
  summary: 'Requests an action by a signed statement; a worker executes it, at once or after a second approval',
  auth: 'session',
  roles,
  guard: 'signed',
  request: z.object({ statement: signedStatement }),
  data: operatorRequest,
  errors: ['not_found'],
  example: { request: { statement: signedStatementExample } },
});
