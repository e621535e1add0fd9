import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { sum } from '../entities/consoleFigures.ts';
import {
  partnerEvent,
  partnerEventExample,
  partnerKey,
  partnerRow,
  partnerRowExample,
  shownPartner,
} from '../entities/consolePartner.ts';
import { offeredAct, offeredActExample } from '../entities/consoleToday.ts';
import { roles } from '../entities/roles.ts';

export const partners = defineConsoleCall({
  name: 'partners',
  summary: 'The sites that open Slipway, and whether their events reach them',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({ list: z.array(partnerRow), owed: z.array(sum).describe('To all of them, by the ledger') }),
  errors: [],
  example: { request: {}, data: { list: [partnerRowExample], owed: [{ amount: '188.40', unit: 'EUR' }] } },
});

export const partner = defineConsoleCall({
  name: 'partner',
  summary: 'A partner: its origins, keys, shares, and what may be done about it. Never a secret',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({ id: partnerKey }),
  data: shownPartner,
  errors: ['not_found'],
  example: {
    request: { id: 'shop' },
    data: {
      ...partnerRowExample,
      redirects: ['https://shop.example'],
      payMethod: null,
      offerType: null,
      savedCardEuroPerDay: '0.00',
      keys: [
        {
          id: 'key_5mZx',
          madeAt: '2026-10-01T08:00:00.000Z',
          retiresAt: null,
          lastUsedAt: '2026-11-21T10:38:12.000Z',
        },
      ],
      linkKeys: [{ id: 'link_9kQe', madeAt: '2026-10-01T08:00:00.000Z', retiresAt: null }],
      secrets: [{ madeAt: '2026-10-01T08:00:00.000Z', retiresAt: null }],
      earned: [{ month: '2026-11', orders: 188, share: { amount: '188.40', unit: 'EUR' } }],
      payments: [
        {
          entry: 'bank-7f3a',
          amount: { amount: '120.10', unit: 'EUR' },
          until: '2026-11-01T00:00:00.000Z',
          paidAt: '2026-11-03T09:12:40.000Z',
          askedBy: 'tess',
          approvedBy: 'cleo',
        },
      ],
      bookings: [
        {
          entry: 'bank-91bc',
          direction: 'debit',
          amount: { amount: '188.40', unit: 'EUR' },
          bookedOn: '2026-12-01',
          party: 'A. S.',
        },
      ],
      acts: [
        {
          id: 'test-events',
          action: 'test-events',
          label: 'Send test events',
          effect: 'An event of each type is posted that says of itself that it is a test',
          input: {},
          allowed: true,
          why: '',
          takesTwo: false,
          approvers: [],
          command: null,
        },
      ],
    },
  },
});

export const previewShares = defineConsoleCall({
  name: 'previewShares',
  summary: 'What a booking of the bank would do to the shares that a partner is owed, before anybody asks for it',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({
    partner: partnerKey,
    entry: z.string().max(200).describe('The booking'),
    until: z.string().max(40).describe('For deliveries before this time, in UTC'),
  }),
  data: z.object({
    act: offeredAct,
    owed: sum.nullable().describe('Of deliveries before that time; null where the booking cannot be the payment'),
    left: sum.nullable().describe('What is owed of them then'),
  }),
  errors: ['not_found'],
  example: {
    request: { partner: 'shop', entry: 'bank-91bc', until: '2026-12-01T00:00:00Z' },
    data: {
      act: {
        ...offeredActExample,
        act: 'pay-shares',
        action: 'pay-shares',
        subject: 'shop',
        input: { entry: 'bank-91bc', until: '2026-12-01T00:00:00Z', amount: '188.40 EUR' },
        label: '188.40 EUR have paid shares',
        effect: 'The booking of the bank is this payment: so much less is owed to the partner.',
      },
      owed: { amount: '188.40', unit: 'EUR' },
      left: { amount: '0.00', unit: 'EUR' },
    },
  },
});

export const deliveries = defineConsoleCall({
  name: 'deliveries',
  summary: "A partner's events, newest first, with how often each was posted",
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({
    partner: partnerKey,
    state: z.enum(['unaddressed', 'waiting', 'taken', 'given_up']).optional(),
    cursor: z.int().min(1).optional().describe('Those before this one'),
  }),
  data: z.object({ list: z.array(partnerEvent), cursor: z.int().nullable() }),
  errors: ['not_found'],
  example: { request: { partner: 'shop' }, data: { list: [partnerEventExample], cursor: null } },
});

export const delivery = defineConsoleCall({
  name: 'delivery',
  summary: 'An event as it is posted, and what was answered to each try',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({ partner: partnerKey, event: z.string().min(1).max(120) }),
  data: partnerEvent.extend({
    body: z.string().describe('The bytes that are signed'),
    signedOver: z.string().describe('What the signature is made over'),
    attempts: z.array(
      z.object({
        number: z.int(),
        at: z.iso.datetime(),
        headers: z
          .record(z.string(), z.string())
          .describe('As they were sent; of signatures it is said how many, since they are not kept'),
        status: z.int().nullable(),
        answer: z.string(),
        milliseconds: z.int(),
      }),
    ),
  }),
  errors: ['not_found'],
  example: {
    request: { partner: 'shop', event: 'evt_7KQ2M4XD9TAB3HWPEN56' },
    data: {
      ...partnerEventExample,
      body: '{"type":"order.delivered"}',
      signedOver: 'evt_7KQ2M4XD9TAB3HWPEN56.<webhook-timestamp>.<body>',
      attempts: [
        {
          number: 1,
          at: '2026-11-21T10:38:13.000Z',
          headers: {
            'content-type': 'application/json',
            'webhook-id': 'evt_7KQ2M4XD9TAB3HWPEN56',
            'webhook-timestamp': '1795257493',
            'webhook-signature': 'v1,… (HMAC-SHA256, by each secret that was good then)',
          },
          status: 503,
          answer: 'no',
          milliseconds: 84,
        },
      ],
    },
  },
});
