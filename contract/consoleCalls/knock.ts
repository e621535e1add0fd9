import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { enteredExample, enteredPerson, personName, statementHash } from '../entities/consolePerson.ts';
import { roles } from '../entities/roles.ts';

export const knock = defineConsoleCall({
  name: 'knock',
  summary: 'What somebody of this name signs to enter; of a name that nobody has it looks the same',
  auth: 'none',
  roles,
  guard: 'reads',
  request: z.object({ name: personName }),
  data: z.object({
    keyId: enteredPerson.shape.keyId,
    credential: enteredPerson.shape.credential,
    previous: statementHash,
    now: z.iso.datetime(),
  }),
  errors: [],
  example: {
    request: { name: 'anna' },
    data: {
      keyId: enteredExample.keyId,
      credential: enteredExample.credential,
      previous: '0'.repeat(64),
      now: '2026-11-21T10:38:12.000Z',
    },
  },
});
