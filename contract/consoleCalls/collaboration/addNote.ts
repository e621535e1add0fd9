import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { deskNote, deskNoteExample, deskRoles, deskSubjects } from '../../entities/console/consoleDesk.ts';

export const addNote = defineConsoleCall({
  name: 'addNote',
  summary:
    'Adds a note to one or several items. It is stored permanently, and people mentioned with @ are notified once',
  auth: 'session',
  roles: deskRoles,
  guard: 'free',
  request: z.object({ subjects: deskSubjects, body: z.string().trim().min(1).max(4000) }),
  data: z.object({ notes: z.array(deskNote) }),
  errors: ['act_refused'],
  example: {
    request: { subjects: [deskNoteExample.subject], body: deskNoteExample.body },
  },
});
