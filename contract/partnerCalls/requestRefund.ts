import { z } from 'zod';
import { definePartnerCall } from '../defineCall.ts';
import { idempotencyKey } from '../entities/partnerScalars.ts';
import { orderNo, orderNumber } from '../entities/scalars.ts';

/** No control characters, not blank. Uses only syntax that all regular expression engines support. */
const ONE_LINE = new RegExp(String.raw`^[^\x00-\x1F\x7F-\x9F]*[^\s\x00-\x1F\x7F-\x9F][^\x00-\x1F\x7F-\x9F]*$`);

export const requestRefund = definePartnerCall({
  name: 'requestRefund',
  summary: 'Requests a refund of an order from the operator; a person decides',
  auth: 'signature',
  request: z.object({
    orderNo: orderNumber,
    reason: z
      .string()
      .trim()
      .max(500)
      .regex(ONE_LINE, 'must be one line of text')
      .describe('For the person who decides'),
    idempotencyKey,
  }),
  data: z.object({ orderNo, requestedAt: z.iso.datetime().describe('Time of the refund request') }),
  errors: [
    'order_unknown',
    'refund_at_provider',
    'refund_under_way',
    'refund_too_late',
    'refund_nothing_paid',
    'refund_already_requested',
  ],
  example: {
    request: {
      orderNo: '7KQ2M4XD9TAB3HWPEN56',
      reason: 'The buyer has paid twice by mistake',
      idempotencyKey: '5f0c2a91-6d7e-4a54-9d0c-8f2f5f6f0f11',
    },
    data: { orderNo: '7KQ2M4XD9TAB3HWPEN56', requestedAt: '2026-11-21T10:40:00.000Z' },
  },
});
