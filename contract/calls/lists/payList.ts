import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { listRequest, payCurrency } from '../../entities/catalog.ts';

export const payList = defineCall({
  name: 'payList',
  tag: 'lists',
  summary: 'Currencies that a buyer can pay with',
  auth: 'none',
  get: true,
  request: listRequest,
  data: z.array(payCurrency),
  extraFields: z.object({
    normalCurrency: z.string().describe("The currency of the buyer's country, or the operator's default"),
  }),
  errors: [],
  example: {
    request: {},
    extraFields: { normalCurrency: 'EUR' },
    data: [
      {
        network: 'fiat',
        currency: 'EUR',
        name: 'Euro',
        decimals: 2,
        imgUrl: '/images/currencies/eur.svg',
        minAmount: '20.00',
        maxAmount: '10000.00',
        imageList: [],
      },
    ],
  },
});
