import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { roles } from '../../entities/roles.ts';

const count = z.int().min(0);

export const counts = defineConsoleCall({
  name: 'counts',
  summary: 'The number of pending items of each console section',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    today: count,
    reviews: count.describe('Held orders, buyer reviews, disputes without evidence, and unmatched payments'),
    treasury: count.describe('Treasury requests that await a second approval'),
    reconciliation: count.describe('Differences that are not accepted'),
    requests: count.describe('All requests that await a second approval'),
    mentions: count.describe('Unread notes that mention the caller'),
    halted: z.boolean().describe('True if something is halted now'),
  }),
  errors: [],
  example: {
    request: {},
  },
});
