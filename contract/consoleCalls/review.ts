import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { reviewDetail, reviewId } from '../entities/console/consoleReview.ts';
import { roles } from '../entities/roles.ts';

export const review = defineConsoleCall({
  name: 'review',
  summary: 'One review with its evidence and the possible decisions',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({ id: reviewId }),
  data: reviewDetail,
  errors: ['not_found'],
  example: { request: { id: 'names-41' } },
});
