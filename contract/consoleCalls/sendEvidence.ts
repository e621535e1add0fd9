import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { signedExample, signedStatement } from '../entities/consolePerson.ts';
import { operatorRequest, operatorRequestExample } from '../entities/consoleRequest.ts';
import { evidenceFileKinds, LONGEST_EVIDENCE_WORDS, MOST_EVIDENCE_BYTES } from '../statements/evidence.ts';

/** Four characters of base64 for every three bytes. */
const LONGEST_CONTENTS = Math.ceil(MOST_EVIDENCE_BYTES / 3) * 4;

export const sendEvidence = defineConsoleCall({
  name: 'sendEvidence',
  summary: 'Answers a dispute once, by a statement that names its words and files by their hashes; a worker sends it',
  auth: 'session',
  roles: ['support', 'compliance'],
  guard: 'signed',
  longestBody: LONGEST_CONTENTS + 256 * 1024,
  request: z.object({
    statement: signedStatement,
    words: z.string().max(LONGEST_EVIDENCE_WORDS).describe('The person’s own, for the bank to read; empty for none'),
    files: z
      .array(
        z.object({
          kind: z.enum(evidenceFileKinds).describe('What it shows'),
          contents: z.base64().min(4).max(LONGEST_CONTENTS).describe('A PDF, JPEG or PNG in base64'),
        }),
      )
      .max(evidenceFileKinds.length),
  }),
  data: operatorRequest,
  errors: [],
  example: {
    request: {
      statement: signedExample,
      words: 'The buyer wrote on 20 November that the coins had come.',
      files: [{ kind: 'communication', contents: 'JVBERi0xLjc=' }],
    },
    data: operatorRequestExample,
  },
});
