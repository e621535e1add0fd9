import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { deskRoles, deskSubjects, deskTake, deskTakeExample } from '../entities/consoleDesk.ts';

export const putBack = defineConsoleCall({
  name: 'putBack',
  summary: 'Puts back what oneself has in hand',
  auth: 'session',
  roles: deskRoles,
  guard: 'free',
  request: z.object({ subjects: deskSubjects }),
  data: z.object({ takes: z.array(deskTake).describe('Who has them now') }),
  errors: ['act_refused'],
  example: {
    request: { subjects: [deskTakeExample.subject] },
    data: { takes: [] },
  },
});
