import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { deskSubjects, deskTake, deskTakeExample } from '../entities/consoleDesk.ts';

export const take = defineConsoleCall({
  name: 'take',
  summary: 'Takes things in hand, so that others see who works on them',
  auth: 'session',
  roles: ['support', 'compliance', 'treasurer', 'admin'],
  guard: 'free',
  request: z.object({ subjects: deskSubjects }),
  data: z.object({ takes: z.array(deskTake).describe('Who has them now') }),
  errors: ['act_refused'],
  example: {
    request: { subjects: [deskTakeExample.subject] },
    data: { takes: [deskTakeExample] },
  },
});
