import { z } from 'zod';
import { defineCall } from '../defineCall.ts';
import { passkeyAssertion } from '../entities/passkey.ts';
import { loginCode } from './login.ts';

export const confirmLogin = defineCall({
  name: 'confirmLogin',
  tag: 'account',
  summary: 'Proves again that it is the buyer, after confirmation_needed; then ask once more for what was refused',
  auth: 'required',
  request: z.object({
    code: loginCode.optional().describe('A code that sendCode sent to the buyer’s own address'),
    passkey: passkeyAssertion.optional().describe('In its place a passkey of the buyer, asked with passkeyOptions'),
  }),
  data: z.object({}),
  errors: ['code_invalid', 'code_expired', 'passkey_refused'],
  example: { request: { code: '493027' }, data: {} },
});
