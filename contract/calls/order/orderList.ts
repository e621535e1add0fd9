import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { orderSummary } from '../../entities/order.ts';

const page = z.int().describe('Page number, from 1');
const pageSize = z.int().describe('Number of orders per page');

export const orderList = defineCall({
  name: 'orderList',
  tag: 'order',
  summary: "The buyer's orders, newest first, by pages",
  auth: 'required',
  request: z.object({
    page: page.min(1).max(10_000).default(1),
    pageSize: pageSize.min(1).max(100).default(20),
  }),
  data: z.object({
    page,
    pageSize,
    total: z.int(),
    list: z.array(orderSummary),
  }),
  errors: [],
  example: {
    request: { page: 1 },
    data: {
      page: 1,
      pageSize: 20,
      total: 1,
      list: [
        {
          orderNo: '7KQ2M4XD9TAB3',
          status: 'delivered',
          exception: 'none',
          createdAt: '2026-11-21T09:14:08.000Z',
          sendCurrency: 'EUR',
          sendCurrencyAmount: '100.00',
          getCurrency: 'BTC',
          getCurrencyAmount: '0.00155735',
          symbol: 'BTC',
          networkName: 'Bitcoin',
          imgUrl: '/images/coins/btc.svg',
          payMethod: 'credit_debit_card',
        },
      ],
    },
  },
});
