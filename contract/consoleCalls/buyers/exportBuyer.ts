import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';

export const exportBuyer = defineConsoleCall({
  name: 'exportBuyer',
  summary:
    'Exports all stored data of a buyer as a file, the same as the buyer can download; the export is recorded in the audit trail',
  auth: 'session',
  roles: ['compliance'],
  guard: 'free',
  request: z.object({ id: z.string().min(1).max(120) }),
  data: z.object({
    file: z.string().describe('File name'),
    json: z.string(),
    hash: z.string().describe('SHA-256 of the JSON, in hexadecimal'),
  }),
  errors: ['not_found'],
  example: {
    request: { id: 'b7c1f2' },
  },
});
