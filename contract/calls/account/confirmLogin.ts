import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { passkeyAssertion } from '../../entities/buyer/passkey.ts';
import { loginCode } from './login.ts';

export const confirmLogin = defineCall({
  name: 'confirmLogin',
  tag: 'account',
  summary: "Confirms the buyer's identity again after confirmation_needed; then repeat the refused call",
  auth: 'required',
  request: z.object({
    code: loginCode.optional().describe('A code that sendCode sent to the buyer’s email address'),
    passkey: passkeyAssertion
      .optional()
      .describe('Alternative to the code: a passkey assertion of the buyer, with the options of passkeyOptions'),
  }),
  data: z.object({}),
  errors: ['code_invalid', 'code_expired', 'passkey_refused'],
  example: { request: { code: '493027' }, data: {} },
});
