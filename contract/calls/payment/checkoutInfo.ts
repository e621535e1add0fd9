import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { orderStatus } from '../../entities/order.ts';
import {
  destination,
  epochSeconds,
  networkName,
  orderNumber,
  payMethod,
  symbol,
  tradedAmounts,
  triesLeft,
} from '../../entities/scalars.ts';

export const checkoutInfo = defineCall({
  name: 'checkoutInfo',
  tag: 'payment',
  summary: "Data for the payment screen: amounts, the acquirer's public key, and its next action",
  auth: 'required',
  request: z.object({ orderNo: orderNumber }),
  data: z.object({
    orderNo: orderNumber,
    status: orderStatus,
    ...tradedAmounts,
    symbol,
    networkName,
    address: destination.address,
    payMethod,
    payBefore: epochSeconds,
    triesLeft,
    acquirer: z.object({
      id: z.string(),
      publicKey: z.string().describe("The acquirer's key for browsers"),
      scriptUrl: z.string().describe("The acquirer's script for browsers"),
      amountMinor: z.int().describe("The amount in the acquirer's minor units, for its card fields"),
      currency: z.string().describe("The acquirer's code of the currency, such as eur"),
    }),
    nextAction: z
      .object({
        clientSecret: z
          .string()
          .describe("Secret for the acquirer's script, which performs the required action with the buyer"),
      })
      .nullable()
      .describe('Set if the acquirer requires an action of the buyer, such as 3-D Secure'),
    refusal: z
      .string()
      .nullable()
      .describe('Reason why the last attempt was declined: the key of a text that exists in every language'),
  }),
  errors: ['order_not_found', 'order_not_yours'],
  example: {
    request: { orderNo: '7KQ2M4XD9TAB3' },
    data: {
      orderNo: '7KQ2M4XD9TAB3',
      status: 'awaiting_payment',
      sendCurrency: 'EUR',
      sendCurrencyAmount: '100.00',
      getCurrency: 'BTC',
      getCurrencyAmount: '0.00155735',
      symbol: 'BTC',
      networkName: 'Bitcoin',
      address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      payMethod: 'credit_debit_card',
      payBefore: 1795245300,
      triesLeft: 3,
      acquirer: {
        id: 'stripe',
        publicKey: 'pk_live_…',
        scriptUrl: 'https://js.stripe.com/dahlia/stripe.js',
        amountMinor: 10000,
        currency: 'eur',
      },
      nextAction: null,
      refusal: null,
    },
  },
});
