import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { deskNote, deskNoteExample, deskRoles, deskSubjects } from '../entities/consoleDesk.ts';

export const addNote = defineConsoleCall({
  name: 'addNote',
  summary: 'Writes a note beside one thing or several; it is kept for ever, and whom it names by @ is told once',
  auth: 'session',
  roles: deskRoles,
  guard: 'free',
  request: z.object({ subjects: deskSubjects, body: z.string().trim().min(1).max(4000) }),
  data: z.object({ notes: z.array(deskNote) }),
  errors: ['act_refused'],
  example: {
    request: { subjects: [deskNoteExample.subject], body: deskNoteExample.body },
    data: { notes: [deskNoteExample] },
  },
});
