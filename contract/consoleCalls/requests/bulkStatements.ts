import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { signedStatement, signedStatementExample } from '../../entities/console/consolePerson.ts';
import { operatorRequest } from '../../entities/console/consoleRequest.ts';
import { roles } from '../../entities/roles.ts';
import { MAX_BULK_STATEMENTS } from '../../statements/statement.ts';

/** Texts of several statements, with one signature over the list of their hashes. */
const bulkSignedStatements = z.object({
  texts: z.array(signedStatement.shape.text).min(2).max(MAX_BULK_STATEMENTS),
  signature: signedStatement.shape.signature,
});

const bulkSignedExample = {
  texts: [signedStatementExample.text, signedStatementExample.text],
  signature: signedStatementExample.signature,
};

export const requestActions = defineConsoleCall({
  name: 'requestActions',
  summary:
    'Requests the release or refusal of several held orders, or the snooze of several differences, by one signature: all requests are created, or none. A worker checks each separately; the limits apply to the total of the orders',
  auth: 'session',
  roles,
  guard: 'signed',
  request: z.object({ statements: bulkSignedStatements }),
  data: z.object({ list: z.array(operatorRequest) }),
  errors: [],
  example: { request: { statements: bulkSignedExample } },
});

export const answerRequests = defineConsoleCall({
  name: 'answerRequests',
  summary: 'Answers several requests by one signature; each is processed separately',
  auth: 'session',
  roles,
  guard: 'signed',
  request: z.object({
    ids: z.array(z.int().min(1)).min(2).max(MAX_BULK_STATEMENTS).describe('In the order of the statements'),
    statements: bulkSignedStatements,
  }),
  data: z.object({
    list: z.array(
      z.object({
        request: operatorRequest,
        failed: z.string().nullable().describe('Reason why it was not answered; null if it was'),
      }),
    ),
  }),
  errors: ['not_found'],
  example: {
    request: { ids: [41, 42], statements: bulkSignedExample },
  },
});
