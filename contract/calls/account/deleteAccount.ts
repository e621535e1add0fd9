import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { loginCode } from './login.ts';

export const deleteAccount = defineCall({
  name: 'deleteAccount',
  tag: 'account',
  summary: 'Deletes the account and all data that the operator need not retain by law; requires a recent confirmation',
  auth: 'required',
  request: z.object({
    code: loginCode
      .optional()
      .describe(
        'A code that sendCode sent to the buyer’s email address; not required within minutes of another confirmation',
      ),
  }),
  data: z.object({
    keptUntil: z.iso
      .date()
      .nullable()
      .describe('Date on which data retained by law is erased; null: nothing is retained'),
  }),
  errors: ['code_invalid', 'code_expired', 'orders_open', 'confirmation_needed'],
  example: { request: { code: '493027' }, data: { keptUntil: '2031-11-21' } },
});
