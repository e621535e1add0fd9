import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { deskAssignment, deskAssignmentExample, deskRoles, deskSubjects } from '../../entities/console/consoleDesk.ts';
import { personName } from '../../entities/console/consolePerson.ts';

export const handTo = defineConsoleCall({
  name: 'handTo',
  summary: 'Assigns items to another person, regardless of the current assignee',
  auth: 'session',
  roles: deskRoles,
  guard: 'free',
  request: z.object({ subjects: deskSubjects, to: personName }),
  data: z.object({ takes: z.array(deskAssignment).describe('The current assignees') }),
  errors: ['not_found', 'act_refused'],
  example: {
    request: { subjects: [deskAssignmentExample.subject], to: 'ben' },
  },
});
