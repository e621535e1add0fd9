import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { loggedInPerson, personName, personRole } from '../../entities/console/consolePerson.ts';
import { roles } from '../../entities/roles.ts';

export const start = defineConsoleCall({
  name: 'start',
  summary: 'The environment, the signed-in person, and the server’s time',
  auth: 'none',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    operatorName: z.string(),
    isTest: z.boolean().describe('True if the installation has no real money'),
    now: z.iso.datetime(),
    person: loggedInPerson.nullable().describe('Null if no one is signed in'),
    signOn: z
      .object({ name: z.string() })
      .nullable()
      .describe('Display name of the identity provider for single sign-on; null if there is none'),
    isLocked: z.boolean().describe('True if the session is locked after inactivity; signing in again unlocks it'),
    samplePersons: z
      .array(z.object({ name: personName, roles: z.array(personRole), privateKey: z.base64() }))
      .describe('Only in the sandbox: sample users as whom anyone may sign in, with their keys as PKCS#8'),
  }),
  errors: [],
  example: {
    request: {},
  },
});
