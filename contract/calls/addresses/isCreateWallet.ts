import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { receiveCurrencyCode } from '../../entities/scalars.ts';

export const isCreateWallet = defineCall({
  name: 'isCreateWallet',
  tag: 'addresses',
  summary: 'Returns whether to offer the buyer help with creating a wallet',
  auth: 'optional',
  request: z.object({ getCurrency: receiveCurrencyCode }),
  data: z.object({
    isCreateWallet: z.enum(['0', '1']).describe("'1': the buyer has no saved address for this crypto"),
  }),
  errors: ['receive_currency_unsupported'],
  example: { request: { getCurrency: 'BTC' }, data: { isCreateWallet: '1' } },
});
