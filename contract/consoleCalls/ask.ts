import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { signedExample, signedStatement } from '../entities/consolePerson.ts';
import { operatorRequest, operatorRequestExample } from '../entities/consoleRequest.ts';
import { roles } from '../entities/roles.ts';

export const ask = defineConsoleCall({
  name: 'ask',
  summary:
    'Asks for an act by a statement that says all of it; a worker does it, at once or after a second person’s yes',
  auth: 'session',
  roles,
  guard: 'signed',
  request: z.object({ statement: signedStatement }),
  data: operatorRequest,
  errors: ['not_found'],
  example: { request: { statement: signedExample }, data: operatorRequestExample },
});
