import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { personRole } from '../../entities/console/consolePerson.ts';
import { roles } from '../../entities/roles.ts';

export const rightsTable = defineConsoleCall({
  name: 'rightsTable',
  summary: 'Roles that may request and approve each action',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    acts: z.array(
      z.object({
        act: z.string(),
        requesters: z.array(personRole),
        approvers: z.array(personRole).nullable().describe('Null if the action never requires two approvals'),
      }),
    ),
  }),
  errors: [],
  example: {
    request: {},
  },
});
