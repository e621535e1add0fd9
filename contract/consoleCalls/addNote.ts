import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { deskNote, deskNoteExample, notedSubject } from '../entities/consoleDesk.ts';

export const addNote = defineConsoleCall({
  name: 'addNote',
  summary: 'Writes a note beside one thing or several; it is kept for ever',
  auth: 'session',
  roles: ['support', 'compliance', 'treasurer', 'admin'],
  guard: 'free',
  request: z.object({ subjects: z.array(notedSubject).min(1).max(50), body: z.string().trim().min(1).max(4000) }),
  data: z.object({ notes: z.array(deskNote) }),
  errors: [],
  example: {
    request: { subjects: [deskNoteExample.subject], body: deskNoteExample.body },
    data: { notes: [deskNoteExample] },
  },
});
