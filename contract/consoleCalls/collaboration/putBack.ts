import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { deskAssignment, deskAssignmentExample, deskRoles, deskSubjects } from '../../entities/console/consoleDesk.ts';

export const putBack = defineConsoleCall({
  name: 'putBack',
  summary: 'Unassigns one’s own items',
  auth: 'session',
  roles: deskRoles,
  guard: 'free',
  request: z.object({ subjects: deskSubjects }),
  data: z.object({ takes: z.array(deskAssignment).describe('The current assignees') }),
  errors: ['act_refused'],
  example: {
    request: { subjects: [deskAssignmentExample.subject] },
  },
});
