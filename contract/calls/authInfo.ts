import { z } from 'zod';
import { defineCall } from '../defineCall.ts';
import { userInfo } from '../entities/buyer.ts';
import { login } from './login.ts';

export const authInfo = defineCall({
  name: 'authInfo',
  tag: 'account',
  summary: 'Who the session belongs to, until when',
  auth: 'required',
  request: z.object({}),
  data: userInfo,
  errors: [],
  example: { request: {}, data: login.example.data },
});
