import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { maskedField } from '../../entities/console/consoleReview.ts';

export const reveal = defineConsoleCall({
  name: 'reveal',
  summary: 'Reveals a masked field, and records in the audit trail who has seen it',
  auth: 'session',
  roles: ['support', 'compliance'],
  guard: 'free',
  request: maskedField,
  data: z.object({ value: z.string() }),
  errors: ['not_found', 'act_refused'],
  example: {
    request: { about: 'buyer', subject: 'b7c1f2', field: 'mail' },
  },
});
