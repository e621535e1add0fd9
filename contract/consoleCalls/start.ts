import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { loggedInPerson, personName, personRole } from '../entities/consolePerson.ts';
import { roles } from '../entities/roles.ts';

export const start = defineConsoleCall({
  name: 'start',
  summary: 'The environment, the signed-in person, and the server’s time',
  auth: 'none',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    operatorName: z.string(),
    isTest: z.boolean().describe('No real money is here'),
    now: z.iso.datetime(),
    person: loggedInPerson.nullable().describe('Null for whoever has not entered'),
    signOn: z
      .object({ name: z.string() })
      .nullable()
      .describe('The identity provider for single sign-on, as people know it; null without one'),
    isLocked: z.boolean().describe('Nobody has used the session for a while: entering again opens it'),
    samplePersons: z
      .array(z.object({ name: personName, roles: z.array(personRole), privateKey: z.base64() }))
      .describe('Of the sandbox alone: persons whom anybody may be, with their keys as PKCS#8'),
  }),
  errors: [],
  example: {
    request: {},
  },
});
