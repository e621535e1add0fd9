import { z } from 'zod';
import { defineCall } from '../defineCall.ts';
import { userInfo } from '../entities/buyer.ts';
import { webAddress } from '../entities/scalars.ts';
import { login } from './login.ts';

export const authInfo = defineCall({
  name: 'authInfo',
  tag: 'account',
  summary: "Who the session belongs to, until when; a token that a partner's server has minted is traded for a session",
  auth: 'optional',
  request: z.object({
    origin: webAddress.default('').describe('With a minted token: the origin of the page that led here'),
  }),
  data: userInfo,
  errors: ['invalid_auth_token'],
  example: { request: {}, data: login.example.data },
});
