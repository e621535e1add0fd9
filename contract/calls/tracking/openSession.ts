import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { openedSession } from '../../entities/partnerSession.ts';

export const openSession = defineCall({
  name: 'openSession',
  tag: 'tracking',
  summary: "Opens a session of one purchase, created by a partner's server or by a link that it signed; possible once",
  auth: 'none',
  request: z.object({
    session: z.string().min(1).max(8192).describe('The token of a session or of a signed link'),
    proof: z
      .string()
      .regex(/^[\w-]{43}$/, 'must be 32 random bytes in base64url')
      .optional()
      .describe('Created by the page: if the answer is lost, the same proof opens the same session again'),
  }),
  data: openedSession,
  errors: [
    'link_ended',
    'pay_amount_missing',
    'pay_amount_malformed',
    'pay_amount_below_minimum',
    'pay_amount_above_maximum',
    'receive_amount_missing',
    'receive_amount_malformed',
    'pay_limits_exceeded',
    'method_unavailable',
    'terms_refused',
  ],
  example: {
    request: { session: 'open_Vn0w9q2b1m4R7c8LhX3kZt5yFjPaSd6GuEiQoNvBwMk' },
    data: {
      partnerId: 'shop',
      partnerSession: 'p1Zt5yFjPaSd6GuEiQoNvBwMkVn0w9q2b1m4R7c8LhX3k',
      sendCurrency: 'EUR',
      sendCurrencyAmount: '100.00',
      getCurrency: 'BTC',
      getCurrencyAmount: '',
      amountFixed: true,
      address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      addressFixed: true,
      payMethod: '',
      offerType: '',
      redirectUrl: 'https://shop.example/thanks',
      reference: 'cart 17',
      refererUrl: '',
      referer_order: '',
      goodsOrderAmount: '',
      goodsOrderCurrency: '',
    },
  },
});
