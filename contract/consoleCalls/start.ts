import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { enteredExample, enteredPerson, personName, personRole } from '../entities/consolePerson.ts';
import { roles } from '../entities/roles.ts';

export const start = defineConsoleCall({
  name: 'start',
  summary: 'Where this is, who is in, and what time it is there',
  auth: 'none',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    operatorName: z.string(),
    isTest: z.boolean().describe('No real money is here'),
    now: z.iso.datetime(),
    person: enteredPerson.nullable().describe('Null for whoever has not entered'),
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
    data: {
      operatorName: 'Operator Payments',
      isTest: false,
      now: '2026-11-21T10:38:12.000Z',
      person: enteredExample,
      signOn: { name: 'Example ID' },
      isLocked: false,
      samplePersons: [],
    },
  },
});
