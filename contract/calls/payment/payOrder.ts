import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { billingAddress } from '../../entities/buyer/buyer.ts';
import { orderNumber, triesLeft } from '../../entities/scalars.ts';

export const payOrder = defineCall({
  name: 'payOrder',
  tag: 'payment',
  summary: "Stores the buyer's payment attempt. The server authorizes it; the order's events report the outcome.",
  auth: 'required',
  request: z.object({
    orderNo: orderNumber,
    submissionId: z.uuid().describe('Created once per press of Pay; a repeated id is the same attempt'),
    confirmationToken: z
      .string()
      .max(255)
      .optional()
      .describe("Token from the acquirer's card fields or its wallet button"),
    cardId: z
      .string()
      .max(64)
      .optional()
      .describe('A saved card instead of a token; not for an order that is paid with a wallet'),
    saveCard: z.boolean().default(false).describe('Ignored for wallets: their cards are never saved'),
    billing: billingAddress.optional().describe("The card holder's address"),
  }),
  data: z.object({ attemptId: z.string().describe('Id of the payment attempt'), triesLeft }),
  errors: [
    'order_not_found',
    'order_not_yours',
    'order_not_payable',
    'payment_in_progress',
    'card_not_found',
    'confirmation_needed',
    'method_unavailable',
    'details_missing',
    'risk_control',
    'buying_paused',
  ],
  example: {
    request: {
      orderNo: '7KQ2M4XD9TAB3',
      submissionId: '2f1c7b0e-6a0c-4f6e-9f52-3f0f6f0a8f11',
      confirmationToken: 'ctoken_1Nn…',
      saveCard: true,
    },
    data: { attemptId: 'att_5Jd81', triesLeft: 2 },
  },
});
