import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { userInfo } from '../../entities/buyer/buyer.ts';
import { webAddress } from '../../entities/scalars.ts';
import { login } from './login.ts';

export const authInfo = defineCall({
  name: 'authInfo',
  tag: 'account',
  summary:
    "Returns the buyer of the session and its expiry; exchanges a token that a partner's server has minted for a session",
  auth: 'optional',
  request: z.object({
    origin: webAddress.default('').describe('With a minted token: the origin of the page that linked here'),
  }),
  data: userInfo,
  errors: ['invalid_auth_token'],
  example: { request: {}, data: login.example.data },
});
