import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { auditLine } from '../../entities/console/consolePeople.ts';
import { roles } from '../../entities/roles.ts';

export const audit = defineConsoleCall({
  name: 'audit',
  summary: 'The audit trail, newest first',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({
    before: z.int().min(1).optional().describe('Returns lines before the line with this id'),
    who: z.string().max(40).optional(),
    action: z.string().max(40).optional(),
    subject: z.string().max(200).optional().describe('Subject as recorded in the audit trail, such as `order 7KQ2…`'),
  }),
  data: z.object({
    lines: z.array(auditLine),
    head: z.object({ id: z.int(), hash: z.string() }).nullable(),
    seal: z.object({ line: z.int(), sealedAt: z.iso.datetime() }).nullable().describe('The newest seal'),
  }),
  errors: [],
  example: {
    request: {},
  },
});
