import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { deskNote, deskNoteExample, deskSubject } from '../../entities/console/consoleDesk.ts';
import { roles } from '../../entities/roles.ts';

export const notes = defineConsoleCall({
  name: 'notes',
  summary: 'The notes about an item, newest first',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({ subject: deskSubject }),
  data: z.object({ notes: z.array(deskNote) }),
  errors: [],
  example: { request: { subject: deskNoteExample.subject } },
});
