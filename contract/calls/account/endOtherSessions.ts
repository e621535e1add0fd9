import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';

export const endOtherSessions = defineCall({
  name: 'endOtherSessions',
  tag: 'account',
  summary: 'Ends all sessions of this buyer except the session of this call',
  auth: 'required',
  request: z.object({}),
  data: z.object({}),
  errors: [],
  example: { request: {}, data: {} },
});
