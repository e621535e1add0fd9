import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { deadline, figure, sum } from '../entities/consoleFigures.ts';
import { personName } from '../entities/consolePerson.ts';
import { operatorRequest } from '../entities/consoleRequest.ts';
import { offeredAct, offeredActExample } from '../entities/consoleToday.ts';
import { moveKinds, transferRow, transferRowExample, transferStep } from '../entities/consoleTransfer.ts';
import { roles } from '../entities/roles.ts';

const address = '0x5aF2000000000000000000000000000000010cE0';

export const transfer = defineConsoleCall({
  name: 'transfer',
  summary: 'One transfer from the venue: each of its steps, and what comes if nobody acts',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({ id: z.int().min(1) }),
  data: transferRow.extend({
    steps: z.array(transferStep),
    clock: deadline.nullable(),
    explorerUrl: z.string().nullable(),
    request: operatorRequest.nullable().describe('While it waits for a second person'),
  }),
  errors: ['not_found'],
  example: {
    request: { id: 41 },
    data: {
      ...transferRowExample,
      steps: [
        { step: 'asked', state: 'done', at: '2026-11-21T07:01:00.000Z', by: 'dora', says: null },
        { step: 'approved', state: 'done', at: '2026-11-21T07:02:00.000Z', by: 'anna', says: null },
        { step: 'taken', state: 'done', at: '2026-11-21T07:02:13.000Z', by: null, says: null },
        { step: 'sent', state: 'done', at: '2026-11-21T07:12:13.000Z', by: null, says: '0xabc' },
        { step: 'arrived', state: 'done', at: '2026-11-21T07:31:55.000Z', by: null, says: null },
      ],
      clock: null,
      explorerUrl: 'https://etherscan.io/tx/0xabc',
      request: null,
    },
  },
});

export const moves = defineConsoleCall({
  name: 'moves',
  summary: 'What may be asked for of our own money, and what the forms choose from',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    kinds: z.array(
      z.object({
        kind: z.enum(moveKinds),
        label: z.string(),
        effect: z.string(),
        allowed: z.boolean(),
        why: z.string().describe('Why this person may not; empty where they may'),
      }),
    ),
    coins: z.array(
      z.object({
        crypto: z.string(),
        unit: z.string(),
        network: z.string(),
        free: figure.nullable().describe('At the venue, by its last word; null where it has said nothing'),
        propose: figure.nullable().describe('What the forecast would move'),
      }),
    ),
    targets: z
      .array(
        z.object({
          network: z.string(),
          address: z.string(),
          own: z.boolean().describe('The treasury’s own one'),
          since: z.iso.datetime(),
          askedBy: personName.nullable(),
          approvedBy: personName.nullable(),
        }),
      )
      .describe('The list of those to which coins may be withdrawn'),
    networks: z.array(z.string()),
    bookings: z
      .array(z.object({ entry: z.string(), amount: sum, bookedOn: z.iso.date(), party: z.string() }))
      .describe('Money at the bank that belongs to no order'),
  }),
  errors: [],
  example: {
    request: {},
    data: {
      kinds: [{ kind: 'withdraw', label: 'Withdraw coins', effect: 'The venue sends them.', allowed: true, why: '' }],
      coins: [{ crypto: 'ETH', unit: 'ETH', network: 'ethereum', free: '12.40000000', propose: '8.70150000' }],
      targets: [
        { network: 'ethereum', address, own: true, since: '2026-10-01T08:00:00.000Z', askedBy: null, approvedBy: null },
      ],
      networks: ['bitcoin', 'ethereum'],
      bookings: [
        { entry: 'bank-91bc', amount: { amount: '130.00', unit: 'EUR' }, bookedOn: '2026-11-20', party: 'A. W.' },
      ],
    },
  },
});

export const previewMove = defineConsoleCall({
  name: 'previewMove',
  summary: 'What a filled form would do to our own money, and whether it may be asked for: nothing is asked for yet',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({
    kind: z.enum(moveKinds),
    fields: z
      .record(z.string().max(20), z.string().max(200))
      .describe('As they were typed: crypto, amount, to; transaction, from; …'),
  }),
  data: z.object({
    act: offeredAct,
    facts: z.array(
      z.object({
        label: z.string(),
        sum: sum.nullable(),
        text: z.string(),
        form: z.enum(['text', 'address']).describe('An address is shown whole'),
        tone: z.enum(['plain', 'warn']),
      }),
    ),
    whyTwo: z.string().describe('Why a second person is needed, or is not'),
  }),
  errors: [],
  example: {
    request: { kind: 'withdraw', fields: { crypto: 'ETH', amount: '3.2' } },
    data: {
      act: {
        ...offeredActExample,
        act: 'withdraw',
        action: 'withdraw',
        subject: '3.20000000 ETH',
        input: { crypto: 'ETH', units: '3200000000000000000', address },
        label: 'Withdraw 3.20000000 ETH',
        effect: 'The venue sends them to our wallet on ethereum.',
      },
      facts: [
        {
          label: 'Free at the venue',
          sum: { amount: '12.40000000', unit: 'ETH' },
          text: '',
          form: 'text',
          tone: 'plain',
        },
        { label: 'Arrives at', sum: null, text: address, form: 'address', tone: 'plain' },
      ],
      whyTwo: 'With what left within a day it is worth 10,048.00 EUR: above 1,000.00 EUR two persons decide.',
    },
  },
});
