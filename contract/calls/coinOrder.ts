import { z } from 'zod';
import { defineCall } from '../defineCall.ts';
import { inquiry } from '../entities/quote.ts';
import { orderNumber, payMethod, quoteToken, walletAddress, walletType, webAddress } from '../entities/scalars.ts';

export const coinOrder = defineCall({
  name: 'coinOrder',
  summary: 'Makes an order with the own provider. The same submission again answers the same order.',
  auth: 'optional',
  request: inquiry.extend({
    token: quoteToken,
    payMethod,
    address: walletAddress,
    saveAddress: z.boolean().default(false),
    walletType: walletType.or(z.literal('')).default(''),
    exchangeName: z.string().trim().max(64).default(''),
    referer_order: z.string().max(64).optional(),
    redirectUrl: webAddress.optional(),
  }),
  data: z.object({
    orderNo: orderNumber,
    service: z.string(),
    nextStepContent: z.string().describe('The path on which the purchase goes on'),
    serviceLogoUrl: z.string(),
  }),
  errors: [
    'price_expired',
    'quote_already_used',
    'order_refused',
    'method_unavailable',
    'provider_unavailable',
    'address_invalid',
    'wallet_type_missing',
    'exchange_missing',
    'risk_control',
  ],
  example: {
    request: {
      sendCurrency: 'EUR',
      sendCurrencyAmount: '100.00',
      getCurrency: 'BTC',
      getCurrencyAmount: '',
      token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl',
      payMethod: 'credit_debit_card',
      address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      walletType: 'self_hosted',
    },
    data: {
      orderNo: '7KQ2M4XD9TAB3',
      service: 'slipway',
      nextStepContent: '/select-card?orderNo=7KQ2M4XD9TAB3',
      serviceLogoUrl: '/assets/offers/slipway.svg',
    },
  },
});
