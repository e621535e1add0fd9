import { z } from 'zod';
import { email } from '../calls/account/sendCode.ts';
import { definePartnerCall } from '../defineCall.ts';
import { idempotencyKey } from '../entities/partnerScalars.ts';

export const mintAuthToken = definePartnerCall({
  name: 'mintAuthToken',
  summary:
    'Creates a login for a buyer whose email address this partner has verified; authInfo exchanges it once, within a minute',
  auth: 'signature',
  request: z.object({
    email,
    locale: z.string().max(16).default('en-US').describe('Language of the emails to the buyer'),
    idempotencyKey,
  }),
  data: z.object({
    authToken: z.string().describe('For `authToken` of a link to a card page or of authInfo'),
    expiresAt: z.iso.datetime().describe('Time until which the token can be exchanged'),
  }),
  errors: ['auth_token_over'],
  example: {
    request: {
      email: 'known@shop.example',
      locale: 'en-US',
      idempotencyKey: '5f0c2a91-6d7e-4a54-9d0c-8f2f5f6f0f12',
    },
    data: {
      authToken: 'mint_Vn0w9q2b1m4R7c8LhX3kZt5yFjPaSd6GuEiQoNvBwMk',
      expiresAt: '2026-11-21T10:41:00.000Z',
    },
  },
});
