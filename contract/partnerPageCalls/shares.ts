import { z } from 'zod';
import { definePartnerPageCall } from '../defineCall.ts';
import { moneyAmount } from '../entities/console/consoleFigures.ts';
import { memberRoles } from '../entities/partnerPages.ts';

export const shares = definePartnerPageCall({
  name: 'shares',
  summary: 'The shares that this partner has earned, those paid to it, and what is owed to it',
  auth: 'session',
  roles: memberRoles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    share: z.string().describe('Share of the amount that the buyer of a new order pays, in percent'),
    owed: z.array(moneyAmount).describe('Earned and not paid yet, by currency; negative if too much was paid'),
    earned: z
      .array(z.object({ month: z.string(), orders: z.int(), share: moneyAmount }))
      .describe('By month of delivery, newest first; a share is taken back in the month in which its money is lost'),
    payments: z
      .array(
        z.object({
          id: z.string(),
          bookedOn: z.iso.date().describe('When the operator’s bank booked it'),
          amount: moneyAmount.describe('Negative for a payment that the bank returned'),
          until: z.iso.datetime().describe('The payment covers deliveries before this time'),
          reference: z.string().nullable().describe('End-to-end id of the transfer, as the partner’s bank shows it'),
        }),
      )
      .describe('Newest first'),
  }),
  errors: [],
  example: { request: {} },
});
