import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';

export const getAddressCryptoList = defineCall({
  name: 'getAddressCryptoList',
  tag: 'addresses',
  summary: 'Cryptos whose addresses can be saved, by symbol',
  auth: 'none',
  request: z.object({}),
  data: z.array(z.object({ crypto: z.string(), name: z.string(), imgUrl: z.string() })),
  errors: [],
  example: { request: {}, data: [{ crypto: 'USDC', name: 'USD Coin', imgUrl: '/images/coins/usdc.svg' }] },
});
