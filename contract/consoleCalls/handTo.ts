import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { deskRoles, deskSubjects, deskTake, deskTakeExample } from '../entities/consoleDesk.ts';
import { personName } from '../entities/consolePerson.ts';

export const handTo = defineConsoleCall({
  name: 'handTo',
  summary: 'Hands things to somebody else, whoever has them now',
  auth: 'session',
  roles: deskRoles,
  guard: 'free',
  request: z.object({ subjects: deskSubjects, to: personName }),
  data: z.object({ takes: z.array(deskTake).describe('Who has them now') }),
  errors: ['not_found', 'act_refused'],
  example: {
    request: { subjects: [deskTakeExample.subject], to: 'ben' },
    data: { takes: [deskTakeExample] },
  },
});
