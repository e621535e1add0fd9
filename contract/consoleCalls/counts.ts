import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { roles } from '../entities/roles.ts';

const count = z.int().min(0);

export const counts = defineConsoleCall({
  name: 'counts',
  summary: 'How much waits at each place of the console',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    today: count,
    reviews: count.describe('Held orders, buyers to look at, disputes to answer, and money of no order'),
    treasury: count.describe('What of our own money waits for a second person'),
    reconciliation: count.describe('Differences that nobody has accepted'),
    requests: count.describe('All that waits for a second person'),
    mentions: count.describe('Notes that name the person who asks, and that they have not read'),
    halted: z.boolean().describe('Something may not leave now'),
  }),
  errors: [],
  example: {
    request: {},
    data: { today: 9, reviews: 6, treasury: 1, reconciliation: 1, requests: 2, mentions: 1, halted: true },
  },
});
