import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { maskedField } from '../entities/consoleReview.ts';

export const reveal = defineConsoleCall({
  name: 'reveal',
  summary: 'Shows a field that is masked, and notes in the history who has seen it, of whom',
  auth: 'session',
  roles: ['support', 'compliance'],
  guard: 'free',
  request: maskedField,
  data: z.object({ value: z.string() }),
  errors: ['not_found', 'act_refused'],
  example: {
    request: { about: 'buyer', subject: 'b7c1f2', field: 'mail' },
    data: { value: 'karin@mail.example' },
  },
});
