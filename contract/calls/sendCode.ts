import { z } from 'zod';
import { defineCall } from '../defineCall.ts';

export const email = z.string().trim().toLowerCase().max(254).pipe(z.email('must be an e-mail address'));

export const sendCode = defineCall({
  name: 'sendCode',
  tag: 'account',
  summary: 'Sends a six-digit code by e-mail; the same answer for every address',
  auth: 'none',
  request: z.object({ email }),
  data: z.object({ resendAfter: z.int().describe('Seconds until another code can be asked for') }),
  errors: ['code_too_soon'],
  example: { request: { email: 'anna@example.com' }, data: { resendAfter: 60 } },
});
