import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { deskAssignment, deskAssignmentExample, deskSubject } from '../../entities/console/consoleDesk.ts';
import { personName } from '../../entities/console/consolePerson.ts';
import { roles } from '../../entities/roles.ts';

export const desk = defineConsoleCall({
  name: 'desk',
  summary: 'Assignee of an item, and people to whom it may be assigned',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({ subject: deskSubject }),
  data: z.object({
    take: deskAssignment.nullable(),
    hands: z.array(personName).describe('People to whom items may be assigned'),
    everybody: z.array(personName).describe('People whom a note may mention'),
  }),
  errors: [],
  example: {
    request: { subject: deskAssignmentExample.subject },
  },
});
