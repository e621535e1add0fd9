import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { loggedInPerson, personName, statementHash } from '../../entities/console/consolePerson.ts';
import { roles } from '../../entities/roles.ts';

export const knock = defineConsoleCall({
  name: 'knock',
  summary: 'Returns the data that a person of this name signs to sign in; unknown names get the same kind of answer',
  auth: 'none',
  roles,
  guard: 'reads',
  request: z.object({ name: personName }),
  data: z.object({
    keyId: loggedInPerson.shape.keyId,
    credential: loggedInPerson.shape.credential,
    previous: statementHash,
    now: z.iso.datetime(),
  }),
  errors: [],
  example: {
    request: { name: 'anna' },
  },
});
