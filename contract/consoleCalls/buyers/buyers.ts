import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { buyerRow } from '../../entities/console/consoleBuyer.ts';
import { roles } from '../../entities/roles.ts';

export const buyers = defineConsoleCall({
  name: 'buyers',
  summary: 'Buyers, newest first, or the matches of a search',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({
    q: z.string().trim().max(200).default('').describe('An email address, an account, or any identifier of an order'),
    cursor: z.string().max(400).optional().describe('`next` of the previous page'),
  }),
  data: z.object({
    rows: z.array(buyerRow),
    next: z.string().nullable(),
    understood: z.array(z.string()).describe('How the search text was interpreted'),
  }),
  errors: [],
  example: {
    request: { q: 'karin@mail.example' },
  },
});
