import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { buyerRow, buyerRowExample } from '../entities/consoleBuyer.ts';
import { roles } from '../entities/roles.ts';

export const buyers = defineConsoleCall({
  name: 'buyers',
  summary: 'Buyers, the newest first, or those whom a name leads to',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({
    q: z
      .string()
      .trim()
      .max(200)
      .default('')
      .describe('An e-mail address, an account, or whatever an order is known by'),
    cursor: z.string().max(400).optional().describe('`next` of the page before'),
  }),
  data: z.object({
    rows: z.array(buyerRow),
    next: z.string().nullable(),
    understood: z.array(z.string()).describe('What the words were taken for'),
  }),
  errors: [],
  example: {
    request: { q: 'karin@mail.example' },
    data: { rows: [buyerRowExample], next: null, understood: ["a buyer's e-mail"] },
  },
});
