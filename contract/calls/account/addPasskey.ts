import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { passkeyRegistration, passkeyRegistrationExample } from '../../entities/buyer/passkey.ts';

export const addPasskey = defineCall({
  name: 'addPasskey',
  tag: 'account',
  summary: 'Saves a passkey that the browser created, and notifies the buyer by email',
  auth: 'required',
  request: z.object({ passkey: passkeyRegistration }),
  data: z.object({}),
  errors: ['confirmation_needed', 'passkeys_full', 'passkey_refused'],
  example: {
    request: {
      passkey: passkeyRegistrationExample,
    },
    data: {},
  },
});
