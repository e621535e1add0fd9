import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { webAuthnOptions } from '../../entities/buyer/passkey.ts';

export const newPasskeyOptions = defineCall({
  name: 'newPasskeyOptions',
  tag: 'account',
  summary: 'Options with which the browser creates a passkey; requires a recent confirmation of the buyer',
  auth: 'required',
  request: z.object({}),
  data: webAuthnOptions,
  errors: ['confirmation_needed', 'passkeys_full', 'passkey_refused'],
  example: { request: {}, data: { challenge: 'kZ0d', rp: { name: 'Slipway', id: 'buy.example.com' } } },
});
