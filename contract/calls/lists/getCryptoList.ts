import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { currencyCode, imgUrl, networkName, symbol } from '../../entities/scalars.ts';

export const getCryptoList = defineCall({
  name: 'getCryptoList',
  tag: 'lists',
  summary: 'Cryptos for the short buying page',
  auth: 'none',
  get: true,
  request: z.object({}),
  data: z.array(
    z.object({
      symbol,
      currency: currencyCode,
      name: z.string(),
      network: z.string(),
      networkName,
      imgUrl,
      isHot: z.boolean(),
    }),
  ),
  errors: [],
  example: {
    request: {},
    data: [
      {
        symbol: 'BTC',
        currency: 'BTC',
        name: 'Bitcoin',
        network: 'bitcoin',
        networkName: 'Bitcoin',
        imgUrl: '/images/coins/btc.svg',
        isHot: true,
      },
    ],
  },
});
