import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { webAuthnOptions } from '../../entities/buyer/passkey.ts';

export const passkeyOptions = defineCall({
  name: 'passkeyOptions',
  tag: 'account',
  summary:
    'Options with which the browser requests a passkey assertion, to log in or to confirm; the same for every caller',
  auth: 'none',
  request: z.object({}),
  data: webAuthnOptions,
  errors: [],
  example: {
    request: {},
    data: { challenge: 'kZ0d', rpId: 'buy.example.com', timeout: 300000, userVerification: 'required' },
  },
});
