import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { roles } from '../../entities/roles.ts';

export const verifyAudit = defineConsoleCall({
  name: 'verifyAudit',
  summary: 'Verifies the whole audit trail: its hashes, its seals and its anchors',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    isWhole: z.boolean(),
    result: z.string().describe('What the audit trail was verified against, or what was altered'),
    verifiedAt: z.iso.datetime(),
  }),
  errors: [],
  example: {
    request: {},
  },
});
