import { z } from 'zod';
import type { ErrorKey } from '../errors.ts';
import { inquiry } from './quote.ts';
import {
  destination,
  orderNumber,
  payMethod,
  quoteToken,
  refererOrder,
  walletAddress,
  walletType,
  webAddress,
} from './scalars.ts';

/** Input of an order: the quote's token and the receiving address. Amounts are copies for the reader. */
export const orderCreation = inquiry.extend({
  token: quoteToken,
  payMethod,
  address: walletAddress,
  acceptContract: z
    .boolean()
    .default(false)
    .describe('True if the buyer has confirmed that an address with isContract is their own wallet'),
  saveAddress: z.boolean().default(false).describe('True: saves the address for the next purchase'),
  walletType: walletType.or(z.literal('')).default(''),
  exchangeName: destination.exchangeName.trim().max(64).default(''),
  referer_order: refererOrder.max(64).optional(),
  redirectUrl: webAddress
    .optional()
    .describe(
      'URL to which the buyer returns, with orderNo and status in its query; only URLs of allowed origins are used',
    ),
  partnerSession: z
    .string()
    .max(64)
    .optional()
    .describe('From openSession: identifies the terms that the partner has fixed'),
});

export const orderCreated = z
  .object({
    orderNo: orderNumber,
    service: z.string().describe("`slipway` for the operator's own offer; otherwise the name of the provider"),
    nextStepContent: z
      .string()
      .describe("Where the purchase continues: a path of this site, or the URL of the provider's page"),
    serviceLogoUrl: z.string().describe('Path of the logo; empty for an external provider'),
  })
  .meta({ id: 'OrderCreated' });

export const orderCreationErrors = [
  'price_expired',
  'quote_already_used',
  'order_refused',
  'session_fixed',
  'method_unavailable',
  'provider_unavailable',
  'address_invalid',
  'address_is_contract',
  'wallet_type_missing',
  'confirmation_needed',
  'exchange_missing',
  'risk_control',
  'buying_paused',
  'price_unavailable',
] as const satisfies readonly ErrorKey[];

export const orderCreationExample = {
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
    serviceLogoUrl: '/images/offers/slipway.svg',
  },
} as const;
