import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { statementHash } from '../entities/consolePerson.ts';
import { roles } from '../entities/roles.ts';

export const signingFacts = defineConsoleCall({
  name: 'signingFacts',
  summary: 'What the next statement stands on: the newest one about persons, and the time',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({ previous: statementHash, now: z.iso.datetime() }),
  errors: [],
  example: { request: {}, data: { previous: '0'.repeat(64), now: '2026-11-21T10:38:12.000Z' } },
});
