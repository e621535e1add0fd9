import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';

export const exportBuyer = defineConsoleCall({
  name: 'exportBuyer',
  summary:
    'Everything stored about a buyer as a file, as they can download it themselves; the export is recorded in the audit trail',
  auth: 'session',
  roles: ['compliance'],
  guard: 'free',
  request: z.object({ id: z.string().min(1).max(120) }),
  data: z.object({
    file: z.string().describe('What it is called'),
    json: z.string(),
    hash: z.string().describe('SHA-256 of the JSON, in hexadecimal'),
  }),
  errors: ['not_found'],
  example: {
    request: { id: 'b7c1f2' },
  },
});
