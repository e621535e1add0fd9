import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { deskSubject } from '../../entities/console/consoleDesk.ts';
import { personName } from '../../entities/console/consolePerson.ts';
import { roles } from '../../entities/roles.ts';

export const viewers = defineConsoleCall({
  name: 'viewers',
  summary: 'People who currently have an item open',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({ subject: deskSubject }),
  data: z.object({ persons: z.array(personName) }),
  errors: [],
  example: { request: { subject: 'order:7KQ2M4XD9TAB3HWPEN56' } },
});
