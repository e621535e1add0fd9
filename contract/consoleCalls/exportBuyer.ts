import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';

export const exportBuyer = defineConsoleCall({
  name: 'exportBuyer',
  summary: 'All that is kept of a buyer as a file, as they may load it themselves; who has it is kept in the history',
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
    data: { file: 'buyer-b7c1f2.json', json: '{\n  "email": "karin@mail.example"\n}\n', hash: 'a'.repeat(64) },
  },
});
