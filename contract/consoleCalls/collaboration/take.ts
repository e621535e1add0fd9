import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { deskAssignment, deskAssignmentExample, deskRoles, deskSubjects } from '../../entities/console/consoleDesk.ts';
import { personName } from '../../entities/console/consolePerson.ts';

export const take = defineConsoleCall({
  name: 'take',
  summary: 'Assigns items to the caller, so that others see who works on them',
  auth: 'session',
  roles: deskRoles,
  guard: 'free',
  request: z.object({
    subjects: deskSubjects,
    from: personName
      .optional()
      .describe('The current assignee as known to the caller: items are only taken over from this person'),
  }),
  data: z.object({ takes: z.array(deskAssignment).describe('The current assignees') }),
  errors: ['act_refused'],
  example: {
    request: { subjects: [deskAssignmentExample.subject] },
  },
});
