import { z } from 'zod';
import { createdAt, orderNo } from '../scalars.ts';
import { moneyAmount } from './consoleFigures.ts';
import { personName } from './consolePerson.ts';
import { operatorRequest, requestStatuses } from './consoleRequest.ts';
import { decision, evidenceLine } from './consoleReview.ts';

export const buyerRow = z
  .object({
    id: z.string(),
    name: z
      .string()
      .nullable()
      .describe('Initials for roles that may not see names; null if the buyer has provided no name'),
    mail: z.string().describe('Masked'),
    level: z.int().min(0).max(2),
    country: z.string().nullable().describe('Country of the newest order'),
    partner: z.string(),
    createdAt,
    closedAt: z.iso.datetime().nullable(),
    blockedAt: z.iso
      .datetime()
      .nullable()
      .describe('Since when the account may neither order nor pay; null if it is not blocked'),
    lastOrderAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'BuyerRow' });

/** An action of a person on an account, or an access to its data. */
const buyerHistoryLine = z.object({
  at: z.iso.datetime(),
  who: personName,
  approvedBy: personName.nullable(),
  action: z.string(),
  status: z.enum([...requestStatuses, 'seen']),
  why: z.string(),
  result: z.string().nullable(),
});

export const buyerDetail = buyerRow
  .extend({
    details: z.array(evidenceLine).describe('Details provided by the buyer'),
    verified: z.array(evidenceLine).describe('Details verified by a document'),
    total: z.object({
      days: z.int(),
      counted: moneyAmount.describe(
        'Amount that this person paid in this period and that was not refunded, plus reserved amounts, across all accounts',
      ),
      reserved: moneyAmount.describe(
        'Part of `counted`: orders of this account that were accepted without a document and are not paid yet',
      ),
      limit: moneyAmount.describe('Amount from which a document is required'),
    }),
    linked: z.array(
      z.object({ id: z.string(), name: z.string().nullable(), by: z.array(z.string()), isBlocked: z.boolean() }),
    ),
    orderCount: z.int(),
    orders: z.array(
      z.object({
        orderNo,
        status: z.string(),
        since: z.iso.datetime(),
        payAmount: moneyAmount,
        crypto: z.string(),
      }),
    ),
    emails: z.array(
      z.object({
        orderNo: z.string().nullable().describe('Null if the email is about the account'),
        about: z.string(),
        sentAt: z.iso.datetime().nullable(),
      }),
    ),
    sessions: z.object({ open: z.int(), since30Days: z.int(), lastAt: z.iso.datetime().nullable() }),
    reviews: z.array(
      z.object({
        id: z.string(),
        question: z.string(),
        status: z.string(),
        openedAt: z.iso.datetime(),
        decidedAt: z.iso.datetime().nullable(),
      }),
    ),
    levelUntil: z.iso.datetime().nullable().describe('End of a level set by two people; null if there is none'),
    verifiedLevel: z.int().min(0).max(2).describe('Level according to details and documents'),
    documentUntil: z.iso
      .datetime()
      .nullable()
      .describe(
        'End of the period in which a document is required before the next order is paid; null if there is none',
      ),
    legalHoldCases: z
      .array(z.string())
      .describe('Cases for which authorities have ordered to keep the data; empty without a legal hold'),
    decisions: z.array(decision),
    export: z.object({ allowed: z.boolean(), why: z.string() }),
    waiting: z.array(operatorRequest).describe('Requests about the account that await a second approval'),
    history: z.array(buyerHistoryLine),
  })
  .meta({ id: 'ShownBuyer' });
