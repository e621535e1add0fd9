import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { signedStatement, signedStatementExample } from '../../entities/console/consolePerson.ts';
import { operatorRequest } from '../../entities/console/consoleRequest.ts';
import { roles } from '../../entities/roles.ts';

export const requestAlertAddress = defineConsoleCall({
  name: 'requestAlertAddress',
  summary:
    'Requests that a person’s alerts be sent to an email address; the signed statement contains a salted hash of it',
  auth: 'session',
  roles,
  guard: 'signed',
  request: z.object({
    statement: signedStatement,
    address: z.object({
      mail: z.email().max(254),
      salt: z
        .string()
        .regex(/^[\w-]{22}$/, 'must be 16 bytes in base64url')
        .describe('Random value that prevents guessing the address from its hash'),
    }),
  }),
  data: operatorRequest,
  errors: ['not_found'],
  example: {
    request: {
      statement: signedStatementExample,
      address: { mail: 'anna@operator.example', salt: 'BTBZMqHH6r4Tts7J_aSIgg' },
    },
  },
});
