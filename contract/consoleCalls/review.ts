import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { reviewId, shownReview, shownReviewExample } from '../entities/consoleReview.ts';
import { roles } from '../entities/roles.ts';

export const review = defineConsoleCall({
  name: 'review',
  summary: 'One question with its evidence, and what may be decided',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({ id: reviewId }),
  data: shownReview,
  errors: ['not_found'],
  example: { request: { id: 'names-41' }, data: shownReviewExample },
});
