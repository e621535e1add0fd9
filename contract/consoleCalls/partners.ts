import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { moneyAmount } from '../entities/console/consoleFigures.ts';
import { partnerDetail, partnerEvent, partnerKey, partnerRow } from '../entities/console/consolePartner.ts';
import { availableAction } from '../entities/console/consoleToday.ts';
import { roles } from '../entities/roles.ts';

export const partners = defineConsoleCall({
  name: 'partners',
  summary: 'Partner sites, and whether their events are delivered',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    list: z.array(partnerRow),
    owed: z.array(moneyAmount).describe('Shares owed to all partners, by the ledger'),
  }),
  errors: [],
  example: { request: {} },
});

export const partner = defineConsoleCall({
  name: 'partner',
  summary: 'A partner: its origins, keys, shares, and possible actions. Never a secret',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({ id: partnerKey }),
  data: partnerDetail,
  errors: ['not_found'],
  example: {
    request: { id: 'shop' },
  },
});

export const previewShares = defineConsoleCall({
  name: 'previewShares',
  summary: 'Previews how a bank booking would change the shares that a partner is owed',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({
    partner: partnerKey,
    entry: z.string().max(200).describe('Id of the bank booking'),
    until: z.string().max(40).describe('The payment covers deliveries before this time, in UTC'),
  }),
  data: z.object({
    act: availableAction,
    owed: moneyAmount
      .nullable()
      .describe('Amount owed for deliveries before that time; null if the booking cannot be the payment'),
    left: moneyAmount.nullable().describe('Amount owed for these deliveries after the payment'),
  }),
  errors: ['not_found'],
  example: {
    request: { partner: 'shop', entry: 'bank-91bc', until: '2026-12-01T00:00:00Z' },
  },
});

export const deliveries = defineConsoleCall({
  name: 'deliveries',
  summary: "A partner's events, newest first, with the number of delivery attempts",
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({
    partner: partnerKey,
    state: z.enum(['unaddressed', 'waiting', 'taken', 'given_up']).optional(),
    cursor: z.int().min(1).optional().describe('Returns events before this one'),
  }),
  data: z.object({ list: z.array(partnerEvent), cursor: z.int().nullable() }),
  errors: ['not_found'],
  example: { request: { partner: 'shop' } },
});

export const delivery = defineConsoleCall({
  name: 'delivery',
  summary: 'An event as it is posted, with the answer to each attempt',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({ partner: partnerKey, event: z.string().min(1).max(120) }),
  data: partnerEvent.extend({
    body: z.string().describe('The exact body that is posted and signed'),
    signedOver: z.string().describe('The string over which the signature is computed'),
    attempts: z.array(
      z.object({
        number: z.int(),
        at: z.iso.datetime(),
        headers: z
          .record(z.string(), z.string())
          .describe('Headers as sent. Signatures are not stored: only their number is included'),
        status: z.int().nullable(),
        answer: z.string(),
        milliseconds: z.int(),
      }),
    ),
  }),
  errors: ['not_found'],
  example: {
    request: { partner: 'shop', event: 'evt_7KQ2M4XD9TAB3HWPEN56' },
  },
});
