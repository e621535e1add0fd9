import { z } from 'zod';
import { moneyAmount } from './consoleFigures.ts';
import { personName } from './consolePerson.ts';
import { operatorRequest, requestStatuses } from './consoleRequest.ts';
import { decision, evidenceLine } from './consoleReview.ts';

export const buyerRow = z
  .object({
    id: z.string(),
    name: z.string().nullable().describe('Initials for roles that see no names; null for one who has said none'),
    mail: z.string().describe('Masked'),
    level: z.int().min(0).max(2),
    country: z.string().nullable().describe('Of the newest order'),
    partner: z.string(),
    createdAt: z.iso.datetime(),
    closedAt: z.iso.datetime().nullable(),
    blockedAt: z.iso.datetime().nullable().describe('It may neither order nor pay'),
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
    details: z.array(evidenceLine).describe('What the buyer has said'),
    verified: z.array(evidenceLine).describe('What a document has shown'),
    total: z.object({
      days: z.int(),
      counted: moneyAmount.describe(
        'Paid within them and not given back, with what is reserved, by this person, whichever account it was',
      ),
      reserved: moneyAmount.describe('Of it: let through without a document on this account, and not paid yet'),
      limit: moneyAmount.describe('From here on a document is asked for'),
    }),
    linked: z.array(
      z.object({ id: z.string(), name: z.string().nullable(), by: z.array(z.string()), isBlocked: z.boolean() }),
    ),
    orderCount: z.int(),
    orders: z.array(
      z.object({
        orderNo: z.string(),
        status: z.string(),
        since: z.iso.datetime(),
        pays: moneyAmount,
        gets: z.string(),
      }),
    ),
    letters: z.array(
      z.object({
        orderNo: z.string().nullable().describe('Null: about the account'),
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
    levelUntil: z.iso.datetime().nullable().describe('Until then the level is what two persons have said'),
    verifiedLevel: z.int().min(0).max(2).describe('What details and documents say'),
    documentUntil: z.iso
      .datetime()
      .nullable()
      .describe('Until then a document is asked for before the next order is paid'),
    decisions: z.array(decision),
    export: z.object({ allowed: z.boolean(), why: z.string() }),
    waiting: z.array(operatorRequest).describe('What was asked for about the account, and waits for a second person'),
    history: z.array(buyerHistoryLine),
  })
  .meta({ id: 'ShownBuyer' });
