import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { signedExample, signedStatement } from '../entities/consolePerson.ts';
import { operatorRequest, operatorRequestExample } from '../entities/consoleRequest.ts';
import { roles } from '../entities/roles.ts';

export const answer = defineConsoleCall({
  name: 'answer',
  summary: 'A second person’s yes or no to a request, by a statement `approve` or `reject`',
  auth: 'session',
  roles,
  guard: 'signed',
  request: z.object({ id: z.int().min(1), statement: signedStatement }),
  data: operatorRequest,
  errors: ['not_found'],
  example: {
    request: { id: 41, statement: signedExample },
    data: { ...operatorRequestExample, status: 'approved', answeredBy: 'carl', mayAnswer: [] },
  },
});
