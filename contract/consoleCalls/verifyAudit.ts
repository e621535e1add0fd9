import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { roles } from '../entities/roles.ts';

export const verifyAudit = defineConsoleCall({
  name: 'verifyAudit',
  summary: 'Looks through the whole history: its hashes, its seals and its anchors',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    isWhole: z.boolean(),
    said: z.string().describe('What it was compared with, or what is not as it was written'),
    verifiedAt: z.iso.datetime(),
  }),
  errors: [],
  example: {
    request: {},
    data: { isWhole: true, said: 'the history is as it was written', verifiedAt: '2026-11-21T10:38:12.000Z' },
  },
});
