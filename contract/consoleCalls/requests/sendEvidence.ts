import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { signedStatement, signedStatementExample } from '../../entities/console/consolePerson.ts';
import { operatorRequest } from '../../entities/console/consoleRequest.ts';
import { evidenceFileKinds, MAX_EVIDENCE_BYTES, MAX_EVIDENCE_TEXT_LENGTH } from '../../statements/evidence.ts';

/** Base64 uses four characters for three bytes. */
const MAX_CONTENTS_LENGTH = Math.ceil(MAX_EVIDENCE_BYTES / 3) * 4;

export const sendEvidence = defineConsoleCall({
  name: 'sendEvidence',
  summary:
    'Submits the evidence of a dispute once, by a statement with the hashes of its text and files; a worker sends it',
  auth: 'session',
  roles: ['support', 'compliance'],
  guard: 'signed',
  longestBody: MAX_CONTENTS_LENGTH + 256 * 1024,
  request: z.object({
    statement: signedStatement,
    text: z.string().max(MAX_EVIDENCE_TEXT_LENGTH).describe('Text by the person for the bank; may be empty'),
    files: z
      .array(
        z.object({
          kind: z.enum(evidenceFileKinds).describe('What the file shows'),
          contents: z.base64().min(4).max(MAX_CONTENTS_LENGTH).describe('A PDF, JPEG or PNG in base64'),
        }),
      )
      .max(evidenceFileKinds.length),
  }),
  data: operatorRequest,
  errors: [],
  example: {
    request: {
      statement: signedStatementExample,
      text: 'The buyer wrote on 20 November that the coins had come.',
      files: [{ kind: 'communication', contents: 'JVBERi0xLjc=' }],
    },
  },
});
