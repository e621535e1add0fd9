import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { listRequest, receiveCurrency } from '../../entities/catalog.ts';

export const getList = defineCall({
  name: 'getList',
  tag: 'lists',
  summary: 'Cryptos that a buyer can receive',
  auth: 'none',
  get: true,
  request: listRequest,
  data: z.array(receiveCurrency),
  errors: [],
  example: {
    request: {},
    data: [
      {
        network: 'bitcoin',
        networkName: 'Bitcoin',
        symbol: 'BTC',
        currency: 'BTC',
        name: 'Bitcoin',
        decimals: 8,
        contract: '',
        imgUrl: '/images/coins/btc.svg',
        minAmount: '0.00030000',
        maxAmount: '0.15000000',
        is_popular: true,
      },
    ],
  },
});
