import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { passkeyRegistration } from '../../entities/buyer/passkey.ts';

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
      passkey: {
        id: 'mD3x0aKq',
        rawId: 'mD3x0aKq',
        type: 'public-key',
        response: {
          clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
          attestationObject: 'o2NmbXRkbm9uZQ',
          transports: [],
        },
      },
    },
    data: {},
  },
});
