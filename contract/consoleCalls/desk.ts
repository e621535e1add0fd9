import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { deskSubject, deskTake, deskTakeExample } from '../entities/consoleDesk.ts';
import { personName } from '../entities/consolePerson.ts';
import { roles } from '../entities/roles.ts';

export const desk = defineConsoleCall({
  name: 'desk',
  summary: 'Who has something in hand, and whom it may be handed to',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({ subject: deskSubject }),
  data: z.object({
    take: deskTake.nullable(),
    hands: z.array(personName).describe('Who may have things in hand'),
    everybody: z.array(personName).describe('Whom a note may name'),
  }),
  errors: [],
  example: {
    request: { subject: deskTakeExample.subject },
    data: { take: deskTakeExample, hands: ['ben', 'cleo'], everybody: ['ben', 'cleo', 'vera'] },
  },
});
