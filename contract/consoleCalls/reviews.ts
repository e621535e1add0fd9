import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { reviewKind, reviewRow } from '../entities/console/consoleReview.ts';
import { roles } from '../entities/roles.ts';

const count = z.int().min(0);

export const reviews = defineConsoleCall({
  name: 'reviews',
  summary: 'Open reviews, the earliest deadline first',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({
    kind: reviewKind.optional(),
    cursor: z.string().max(400).optional().describe('`next` of the previous page'),
  }),
  data: z.object({
    rows: z.array(reviewRow),
    next: z.string().nullable(),
    counts: z.object({ identity: count, names: count, held: count, dispute: count, unallocated: count }),
    decidedToday: z.object({
      count: z.int().min(0).describe('Number of decisions since midnight UTC'),
      medianMinutes: z.number().min(0).nullable().describe('Median time from opening to decision, in minutes'),
    }),
    readAt: z.iso.datetime(),
  }),
  errors: [],
  example: {
    request: {},
  },
});
