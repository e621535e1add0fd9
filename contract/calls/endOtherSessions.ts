import { z } from 'zod';
import { defineCall } from '../defineCall.ts';

export const endOtherSessions = defineCall({
  name: 'endOtherSessions',
  tag: 'account',
  summary: 'Ends every session of this buyer but the one of this call',
  auth: 'required',
  request: z.object({}),
  data: z.object({}),
  errors: [],
  example: { request: {}, data: {} },
});
