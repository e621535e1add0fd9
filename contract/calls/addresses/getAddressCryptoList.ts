import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { imgUrl } from '../../entities/scalars.ts';

export const getAddressCryptoList = defineCall({
  name: 'getAddressCryptoList',
  tag: 'addresses',
  summary: 'Cryptos whose addresses can be saved, by symbol',
  auth: 'none',
  request: z.object({}),
  data: z.array(z.object({ crypto: z.string().describe('Symbol of the crypto'), name: z.string(), imgUrl })),
  errors: [],
  example: { request: {}, data: [{ crypto: 'USDC', name: 'USD Coin', imgUrl: '/images/coins/usdc.svg' }] },
});
