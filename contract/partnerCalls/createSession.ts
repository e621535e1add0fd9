import { z } from 'zod';
import { definePartnerCall } from '../defineCall.ts';
import { idempotencyKey } from '../entities/partnerScalars.ts';
import { sessionRules, sessionTerms } from '../entities/partnerSession.ts';

export const createSession = definePartnerCall({
  name: 'createSession',
  summary: 'Creates a session with fixed or proposed terms of a purchase; the buyer opens it once, within five minutes',
  auth: 'signature',
  request: sessionTerms.extend({ idempotencyKey }),
  rules: sessionRules,
  data: z.object({
    sessionId: z.string().describe('Included in every event of an order that is created within the session'),
    session: z.string().describe('Token that opens the session once: for `session` of the embedded page or of a link'),
    url: z.string().describe('URL of the purchase page, which opens this session'),
    expiresAt: z.iso.datetime().describe('Time until which the buyer can open the session'),
  }),
  errors: [
    'pay_amount_missing',
    'pay_amount_malformed',
    'pay_amount_below_minimum',
    'pay_amount_above_maximum',
    'receive_amount_missing',
    'receive_amount_malformed',
    'pay_limits_exceeded',
    'method_unavailable',
    'terms_refused',
    'session_ended',
  ],
  example: {
    request: {
      sendCurrency: 'EUR',
      sendCurrencyAmount: '100.00',
      getCurrency: 'BTC',
      address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      reference: 'cart 17',
      idempotencyKey: '5f0c2a91-6d7e-4a54-9d0c-8f2f5f6f0f11',
    },
    data: {
      sessionId: 'session_0qZk3mVtYw8bNcRfLh2JxPdSgUe',
      session: 'open_Vn0w9q2b1m4R7c8LhX3kZt5yFjPaSd6GuEiQoNvBwMk',
      url: 'https://pay.example/order?partnerId=shop&session=open_Vn0w9q2b1m4R7c8LhX3kZt5yFjPaSd6GuEiQoNvBwMk',
      expiresAt: '2026-11-21T10:45:00.000Z',
    },
  },
});
