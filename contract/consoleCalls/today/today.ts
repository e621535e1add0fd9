import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { deadline, euroAmount, figure, moneyAmount } from '../../entities/console/consoleFigures.ts';
import { personName } from '../../entities/console/consolePerson.ts';
import { queueItem } from '../../entities/console/consoleToday.ts';
import { roles } from '../../entities/roles.ts';

const count = z.int().min(0);

export const today = defineConsoleCall({
  name: 'today',
  summary: 'Items that need attention with their deadlines, and the figures of the day',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({
    assignee: z.enum(['all', 'mine', 'unassigned']).default('all').describe('Filters only the queue'),
  }),
  data: z.object({
    now: z.iso.datetime(),
    needs: z.object({ all: count, mine: count, unassigned: count }),
    late: count.describe('Number of items whose deadline has passed'),
    nearest: deadline
      .nullable()
      .describe('Next deadline, not yet passed, of an item that needs attention; null if there is none'),
    nextClock: z.iso
      .datetime()
      .nullable()
      .describe('Nearest deadline of anything pending, whether or not it needs a person'),
    queue: z.array(queueItem).describe('Halted items first, then by deadline; items without a deadline come last'),
    timed: z
      .array(
        z.object({
          id: z.int(),
          action: z.string(),
          subject: z.string(),
          notBefore: z.iso.datetime(),
          requestedBy: personName,
          answeredBy: personName.nullable(),
        }),
      )
      .describe('Approved requests that await their scheduled time, earliest first; no action is needed'),
    cutOff: z.boolean().describe('True if there are more items than listed'),
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
          withoutAccount: count.describe('Number of orders whose refund has no bank account'),
        }),
      ),
      unplaced: z
        .array(moneyAmount)
        .describe(
          'Amounts that the ledger owes buyers and that belong to none of these orders; empty unless something is wrong',
        ),
    }),
    day: z.object({
      orders: z.int(),
      delivered: euroAmount,
      usualByNow: moneyAmount
        .nullable()
        .describe('Amount delivered by this time on the same weekday, mean of four weeks; null without history'),
      hours: z.array(z.object({ hour: z.int().min(0).max(23), delivered: figure, usual: figure })),
      taken: euroAmount.describe('Gross revenue: fees and spread'),
      costs: euroAmount,
      left: euroAmount,
      leftPercent: figure.nullable().describe('Net revenue in percent of the delivered amount'),
    }),
    health: z.array(
      z.object({
        name: z.string(),
        state: z.enum(['good', 'warn', 'bad', 'unknown']),
        summary: z.string(),
        strip: z
          .array(z.enum(['good', 'warn', 'bad', 'none']))
          .describe('Twelve intervals of five minutes, oldest first; empty if no history is recorded'),
      }),
    ),
    reserves: z.array(
      z.object({
        name: z.string(),
        free: moneyAmount,
        lastsHours: z.number().nullable().describe('Null if nothing was used in the period'),
        halted: z.boolean(),
      }),
    ),
    reservesDays: z.int().describe('Number of days over which the usage is averaged'),
  }),
  errors: [],
  example: {
    request: { assignee: 'all' },
  },
});
