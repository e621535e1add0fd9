import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';

export const delPasskey = defineCall({
  name: 'delPasskey',
  tag: 'account',
  summary: 'Deletes a passkey; the answer is the same if it does not exist',
  auth: 'required',
  request: z.object({ passkeyId: z.uuid() }),
  data: z.object({}),
  errors: ['confirmation_needed'],
  example: { request: { passkeyId: '7d1f4a6e-52c1-4b0e-9f0c-3f1d2a9b8c77' }, data: {} },
});
