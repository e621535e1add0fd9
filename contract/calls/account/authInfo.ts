import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { userInfo } from '../../entities/buyer/buyer.ts';
import { webAddress } from '../../entities/scalars.ts';
import { login } from './login.ts';

export const authInfo = defineCall({
  name: 'authInfo',
  tag: 'account',
  summary:
    "Returns the session's buyer and expiry. If the token was minted by a partner's server, first opens a session with it.",
  auth: 'optional',
  request: z.object({
    origin: webAddress.default('').describe('With a minted token: the origin of the page that linked here'),
  }),
  data: userInfo,
  errors: ['invalid_auth_token'],
  example: { request: {}, data: login.example.data },
});
