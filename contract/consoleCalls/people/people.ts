import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { invitation, listedPerson, proposal } from '../../entities/console/consolePeople.ts';
import { roles } from '../../entities/roles.ts';

export const people = defineConsoleCall({
  name: 'people',
  summary: "The operator's staff with their keys and roles, pending enrolments, and invitations",
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    persons: z.array(listedPerson),
    waiting: z.array(proposal),
    invitations: z.array(invitation),
    isBroken: z
      .boolean()
      .describe('True if statements about people were removed from the database: then no one may do anything'),
  }),
  errors: [],
  example: {
    request: {},
  },
});
