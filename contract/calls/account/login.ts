import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { userInfo } from '../../entities/buyer/buyer.ts';
import { removeInvisible } from '../../plainText.ts';
import { toAsciiDigits } from '../../toAsciiDigits.ts';
import { email } from './sendCode.ts';

export const loginCode = z
  .string()
  .overwrite((code) => toAsciiDigits(removeInvisible(code)))
  .trim()
  .regex(/^\d{6}$/, 'must be the six-digit code from the email');

export const login = defineCall({
  name: 'login',
  tag: 'account',
  summary:
    'Opens a session. Calls need both the returned authToken and the cookie; neither is sufficient without the other.',
  auth: 'none',
  request: z.object({
    email,
    code: loginCode,
  }),
  data: userInfo,
  errors: ['code_invalid', 'code_expired'],
  example: {
    request: { email: 'anna@example.com', code: '493027' },
    data: { authToken: 'Hk3…', expTime: 1795287600, kyc_level: 0, email: 'anna@example.com' },
  },
});
