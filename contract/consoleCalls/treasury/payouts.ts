import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { moneyAmount } from '../../entities/console/consoleFigures.ts';
import { roles } from '../../entities/roles.ts';
import { createdAt } from '../../entities/scalars.ts';

/** `arrived`: booked by the bank. The other states are reported by the acquirer. */
const payoutStates = ['pending', 'in_transit', 'paid', 'failed', 'canceled', 'arrived'] as const;

/** `itemized`: all lines are recorded; `never`: the payout was requested by amount, so the acquirer has no list of its lines. */
const payoutItemizations = ['itemized', 'pending', 'never'] as const;

/** Kinds of payout lines. `fee`: the fees of all lines, and fees charged separately. */
const payoutParts = ['charge', 'refund', 'dispute', 'fee', 'payout', 'other', 'earlier'] as const;

const cursor = z.string().max(200);

const payoutRow = z
  .object({
    id: z.string().describe("The acquirer's id of the payout"),
    acquirer: z.string(),
    state: z.enum(payoutStates),
    amount: moneyAmount.describe("Credited to the operator's bank account; negative if the acquirer debits it"),
    createdAt,
    arrivesOn: z.iso.date().nullable().describe('Date of arrival that the acquirer expects'),
    bank: z
      .object({ entry: z.string(), bookedOn: z.iso.date() })
      .nullable()
      .describe('The bank entry that it was matched with'),
    itemization: z.enum(payoutItemizations),
    lines: z.int().describe('Number of lines recorded so far'),
  })
  .meta({ id: 'PayoutRow' });

export const payouts = defineConsoleCall({
  name: 'payouts',
  summary: "The acquirer's payouts to the operator's bank account, newest first",
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({ cursor: cursor.optional() }),
  data: z.object({ list: z.array(payoutRow), cursor: cursor.nullable() }),
  errors: ['act_refused'],
  example: { request: {} },
});

export const payout = defineConsoleCall({
  name: 'payout',
  summary: 'A payout and its lines: the orders, refunds, disputes and fees that add up to it',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({ id: z.string().min(1).max(100), cursor: cursor.optional() }),
  data: payoutRow.extend({
    parts: z.array(z.object({ part: z.enum(payoutParts), lines: z.int(), amount: moneyAmount })),
    difference: moneyAmount
      .nullable()
      .describe('The payout less the sum of its parts: zero if they add up; null until all lines are recorded'),
    list: z
      .array(
        z.object({
          id: z.string(),
          part: z.enum(payoutParts),
          vendorType: z.string().describe("The acquirer's name of the kind"),
          at: z.iso.datetime(),
          orderNo: z.string().nullable().describe('Null if the line belongs to no order'),
          amount: moneyAmount.describe('Before the fee'),
          fee: moneyAmount,
          net: moneyAmount,
        }),
      )
      .describe('Newest first'),
    cursor: cursor.nullable(),
  }),
  errors: ['act_refused', 'not_found'],
  example: {
    request: { id: 'po_1Pgc79B7WZ01zgkWu1KToYf4' },
  },
});
