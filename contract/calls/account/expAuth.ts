import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';

export const expAuth = defineCall({
  name: 'expAuth',
  tag: 'account',
  summary: 'Ends the session on the server',
  auth: 'optional',
  request: z.object({
    everywhere: z.boolean().default(false).describe('True: also ends all other sessions of this buyer'),
  }),
  data: z.object({}),
  errors: [],
  example: { request: {}, data: {} },
});
