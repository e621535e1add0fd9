import { z } from 'zod';
import { defineCall } from '../defineCall.ts';
import { loginCode } from './login.ts';

export const deleteAccount = defineCall({
  name: 'deleteAccount',
  tag: 'account',
  summary: 'Deletes what the law does not make the operator keep; asks for a fresh code',
  auth: 'required',
  request: z.object({
    code: loginCode
      .optional()
      .describe('A code that sendCode sent to the buyer’s own address; not needed within minutes of another proof'),
  }),
  data: z.object({
    keptUntil: z.iso
      .date()
      .nullable()
      .describe('What the law makes the operator keep is erased on this day; null: all is gone'),
  }),
  errors: ['code_invalid', 'code_expired', 'orders_open', 'confirmation_needed'],
  example: { request: { code: '493027' }, data: { keptUntil: '2031-11-21' } },
});
