import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { deadline, euroAmount, figure, moneyAmount } from '../entities/consoleFigures.ts';
import { personName } from '../entities/consolePerson.ts';
import { queueItem } from '../entities/consoleToday.ts';
import { roles } from '../entities/roles.ts';

const count = z.int().min(0);

export const today = defineConsoleCall({
  name: 'today',
  summary: 'What needs attention, by when, and the figures of the day',
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
      total: euroAmount,
      orders: count,
      stages: z.array(
        z.object({
          stage: z.enum(['held', 'paid', 'converted', 'delivering', 'on_hold', 'returning']),
          orders: count,
          worth: euroAmount,
          oldest: z.iso.datetime().nullable(),
          halted: count,
          withoutAccount: count.describe('Orders whose money has no account to go back to'),
        }),
      ),
      unplaced: z
        .array(moneyAmount)
        .describe('What the ledger owes buyers beside these orders: nothing, unless something is wrong'),
    }),
    day: z.object({
      orders: z.int(),
      delivered: euroAmount,
      usualByNow: moneyAmount.nullable().describe('So early on the same weekday, the mean of four weeks'),
      hours: z.array(z.object({ hour: z.int().min(0).max(23), delivered: figure, usual: figure })),
      taken: euroAmount.describe('Fees and spread'),
      costs: euroAmount,
      left: euroAmount,
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
        free: moneyAmount,
        lastsHours: z.number().nullable().describe('Null: nothing of it was needed'),
        halted: z.boolean(),
      }),
    ),
    reservesDays: z.int().describe('By the need of so many days'),
  }),
  errors: [],
  example: {
    request: { whose: 'all' },
  },
});
