import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { userInfo } from '../../entities/buyer/buyer.ts';
import { passkeyAssertion, passkeyAssertionExample } from '../../entities/buyer/passkey.ts';

export const passkeyLogin = defineCall({
  name: 'passkeyLogin',
  tag: 'account',
  summary: 'Opens a session like login, with a passkey instead of a code',
  auth: 'none',
  request: z.object({ passkey: passkeyAssertion }),
  data: userInfo,
  errors: ['passkey_refused'],
  example: {
    request: { passkey: passkeyAssertionExample },
    data: { authToken: 'Hk3…', expTime: 1795287600, kyc_level: 0, email: 'anna@example.com' },
  },
});
