import { z } from 'zod';
import { defineCall } from '../defineCall.ts';
import { webAuthnOptions } from '../entities/passkey.ts';

export const passkeyOptions = defineCall({
  name: 'passkeyOptions',
  tag: 'account',
  summary: 'What the browser asks a passkey with, to log in or to confirm; the same for everybody',
  auth: 'none',
  request: z.object({}),
  data: webAuthnOptions,
  errors: [],
  example: {
    request: {},
    data: { challenge: 'kZ0d', rpId: 'buy.example.com', timeout: 300000, userVerification: 'required' },
  },
});
