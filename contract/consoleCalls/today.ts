import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { deadline, euroSum, figure, sum } from '../entities/consoleFigures.ts';
import { personName } from '../entities/consolePerson.ts';
import { queueItem, queueItemExample } from '../entities/consoleToday.ts';
import { roles } from '../entities/roles.ts';

const count = z.int().min(0);
const euros = (amount: string) => ({ sum: { amount, unit: 'EUR' }, unpriced: [] });

export const today = defineConsoleCall({
  name: 'today',
  summary: 'What needs a person, by when, and how the day goes',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({
    whose: z
      .enum(['all', 'mine', 'nobodys'])
      .default('all')
      .describe('Of the queue alone: nothing else changes with it'),
  }),
  data: z.object({
    now: z.iso.datetime(),
    needs: z.object({ all: count, mine: count, nobodys: count }),
    nearest: deadline.nullable().describe('The nearest clock of what needs a person'),
    nextClock: z.iso.datetime().nullable().describe('The nearest clock of anything that waits, a person or not'),
    queue: z.array(queueItem).describe('In the order of their deadlines; what has none comes last'),
    timed: z
      .array(
        z.object({
          id: z.int(),
          action: z.string(),
          subject: z.string(),
          notBefore: z.iso.datetime(),
          askedBy: personName,
          answeredBy: personName.nullable(),
        }),
      )
      .describe('What was agreed to and waits for its time, the nearest first: nobody has to do anything'),
    cutOff: z.boolean().describe('There is more than is listed'),
    motion: z.object({
      total: euroSum,
      orders: count,
      stages: z.array(
        z.object({
          stage: z.enum(['held', 'paid', 'converted', 'delivering', 'on_hold', 'returning']),
          orders: count,
          worth: euroSum,
          oldest: z.iso.datetime().nullable(),
          halted: count,
          withoutAccount: count.describe('Orders whose money has no account to go back to'),
        }),
      ),
      unplaced: z
        .array(sum)
        .describe('What the ledger owes buyers beside these orders: nothing, unless something is wrong'),
    }),
    day: z.object({
      orders: z.int(),
      delivered: euroSum,
      usualByNow: sum.nullable().describe('So early on the same weekday, the mean of four weeks'),
      hours: z.array(z.object({ hour: z.int().min(0).max(23), delivered: figure, usual: figure })),
      taken: euroSum.describe('Fees and spread'),
      costs: euroSum,
      left: euroSum,
      leftPercent: figure.nullable().describe('Of what was delivered'),
    }),
    health: z.array(
      z.object({
        name: z.string(),
        state: z.enum(['good', 'warn', 'bad', 'unknown']),
        says: z.string(),
        strip: z
          .array(z.enum(['good', 'warn', 'bad', 'none']))
          .describe('Twelve times five minutes, the oldest first; empty where nothing is written down by time'),
      }),
    ),
    reserves: z.array(
      z.object({
        name: z.string(),
        free: sum,
        lastsHours: z.number().nullable().describe('Null: nothing of it was needed'),
        halted: z.boolean(),
      }),
    ),
    reservesDays: z.int().describe('By the need of so many days'),
  }),
  errors: [],
  example: {
    request: { whose: 'all' },
    data: {
      now: '2026-11-21T10:55:08.000Z',
      needs: { all: 1, mine: 0, nobodys: 0 },
      nearest: queueItemExample.clock,
      nextClock: '2026-11-21T11:37:00.000Z',
      queue: [queueItemExample],
      timed: [
        {
          id: 44,
          action: 'set',
          subject: 'fee credit_debit_card/EUR',
          notBefore: '2026-12-01T06:00:00.000Z',
          askedBy: 'dora',
          answeredBy: 'tess',
        },
      ],
      cutOff: false,
      motion: {
        total: euros('4120.00'),
        orders: 3,
        stages: [
          {
            stage: 'on_hold',
            orders: 3,
            worth: euros('4120.00'),
            oldest: '2026-11-20T12:00:00.000Z',
            halted: 0,
            withoutAccount: 0,
          },
        ],
        unplaced: [],
      },
      day: {
        orders: 148,
        delivered: euros('41862.50'),
        usualByNow: { amount: '39210.00', unit: 'EUR' },
        hours: [{ hour: 10, delivered: '9120.00', usual: '8800.00' }],
        taken: euros('1925.68'),
        costs: euros('1364.72'),
        left: euros('560.96'),
        leftPercent: '1.34',
      },
      health: [{ name: 'Bitcoin', state: 'good', says: 'block 909732, 6 min ago', strip: [] }],
      reserves: [{ name: 'BTC', free: { amount: '0.84120000', unit: 'BTC' }, lastsHours: 50.4, halted: false }],
      reservesDays: 7,
    },
  },
});
