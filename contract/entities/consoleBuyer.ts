import { z } from 'zod';
import { sum } from './consoleFigures.ts';
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

export const buyerRowExample: z.output<typeof buyerRow> = {
  id: 'b7c1f2',
  name: 'Karin Muster',
  mail: 'k·····@mail.example',
  level: 2,
  country: 'DE',
  partner: '0',
  createdAt: '2025-02-03T10:38:12.000Z',
  closedAt: null,
  blockedAt: null,
  lastOrderAt: '2026-11-21T10:38:12.000Z',
};

/** Something that a person has done about an account, or looked at of it. */
const buyerHistoryLine = z.object({
  at: z.iso.datetime(),
  who: personName,
  approvedBy: personName.nullable(),
  action: z.string(),
  status: z.enum([...requestStatuses, 'seen']),
  why: z.string(),
  result: z.string().nullable(),
});

export const shownBuyer = buyerRow
  .extend({
    details: z.array(evidenceLine).describe('What the buyer has said'),
    verified: z.array(evidenceLine).describe('What a document has shown'),
    total: z.object({
      days: z.int(),
      counted: sum.describe(
        'Paid within them and not given back, with what is reserved, by this person, whichever account it was',
      ),
      reserved: sum.describe('Of it: let through without a document on this account, and not paid yet'),
      limit: sum.describe('From here on a document is asked for'),
    }),
    linked: z.array(
      z.object({ id: z.string(), name: z.string().nullable(), by: z.array(z.string()), isBlocked: z.boolean() }),
    ),
    orderCount: z.int(),
    orders: z.array(
      z.object({ orderNo: z.string(), status: z.string(), since: z.iso.datetime(), pays: sum, gets: z.string() }),
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

export const shownBuyerExample: z.output<typeof shownBuyer> = {
  ...buyerRowExample,
  details: [
    {
      name: 'Born',
      value: '····-··-··',
      tone: 'plain',
      reveal: { about: 'buyer', subject: 'b7c1f2', field: 'birthDate' },
    },
  ],
  verified: [{ name: 'Document', value: 'accepted', tone: 'good', reveal: null }],
  total: {
    days: 30,
    counted: { amount: '1210.00', unit: 'EUR' },
    reserved: { amount: '0.00', unit: 'EUR' },
    limit: { amount: '700.00', unit: 'EUR' },
  },
  linked: [{ id: 'c1', name: 'Karin Muster', by: ['card'], isBlocked: false }],
  orderCount: 9,
  orders: [
    {
      orderNo: '7KQ2M4XD9TAB3HWPEN56',
      status: 'delivered',
      since: '2026-11-21T10:38:12.000Z',
      pays: { amount: '630.00', unit: 'EUR' },
      gets: 'BTC',
    },
  ],
  letters: [{ orderNo: '7KQ2M4XD9TAB3HWPEN56', about: 'delivered', sentAt: '2026-11-21T10:38:12.000Z' }],
  sessions: { open: 1, since30Days: 4, lastAt: '2026-11-21T10:38:12.000Z' },
  reviews: [],
  decisions: [
    {
      key: 'E',
      action: 'end-sessions',
      subject: 'sessions of a buyer',
      input: { buyers: 'b7c1f2' },
      label: 'End sessions',
      effect: 'Every session of this account ends; the buyer logs in anew.',
      allowed: true,
      why: '',
      takesTwo: false,
      approvers: [],
    },
  ],
  levelUntil: null,
  verifiedLevel: 2,
  documentUntil: null,
  export: { allowed: true, why: '' },
  waiting: [],
  history: [
    {
      at: '2026-11-21T10:38:12.000Z',
      who: 'cleo',
      approvedBy: 'finn',
      action: 'unblock',
      status: 'done',
      why: 'Explained: the card is her mother’s',
      result: 'the account may buy again; orders that are held stay held until each is decided',
    },
  ],
};
