import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';

export const endSession = defineCall({
  name: 'endSession',
  tag: 'account',
  summary: 'Ends another session of this buyer; the answer is the same if it has already ended or does not exist',
  auth: 'required',
  request: z.object({ sessionId: z.uuid() }),
  data: z.object({}),
  errors: [],
  example: { request: { sessionId: '7d1f4a6e-52c1-4b0e-9f0c-3f1d2a9b8c77' }, data: {} },
});
