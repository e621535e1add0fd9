import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { fieldValues, pricingSimulation, rowAction, sampleQuote } from '../entities/consoleCatalog.ts';
import { figure } from '../entities/consoleFigures.ts';
import { roles } from '../entities/roles.ts';

export const previewChange = defineConsoleCall({
  name: 'previewChange',
  summary: 'Previews a change: a quote, the orders of the last day, and what a rule would have stopped',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({
    kind: z.string().max(40),
    key: z.string().min(1).max(200),
    fields: fieldValues.nullable().describe('What changes; null takes the row out'),
    sample: z
      .object({
        payCurrency: z.string().max(3).default(''),
        crypto: z.string().max(33).default(''),
        method: z.string().max(40).default(''),
        country: z.string().max(2).default(''),
        amount: z.string().max(30).default(''),
      })
      .default({ payCurrency: '', crypto: '', method: '', country: '', amount: '' })
      .describe('What a buyer pays, with what, for what; what is left out follows the row'),
  }),
  data: z.object({
    before: fieldValues.nullable(),
    after: fieldValues.nullable(),
    act: rowAction,
    sample: z.object({
      payCurrency: z.string(),
      crypto: z.string(),
      symbol: z.string(),
      method: z.string(),
      country: z.string(),
      amount: figure,
      amounts: z.array(figure).describe('Others to look at, between the limits'),
      beside: z
        .object({ offers: z.int().min(1), since: z.iso.datetime(), from: figure, to: figure })
        .nullable()
        .describe('Others whose newest offer is compared, each for an amount not far away; null for none'),
      now: sampleQuote,
      next: sampleQuote,
    }),
    curve: z
      .array(z.object({ pay: figure, now: figure.nullable(), next: figure.nullable() }))
      .describe('Fees and spread in percent of what is paid, by what is paid; null where it is not sold'),
    day: z.object({
      since: z.iso.datetime(),
      read: z.int().describe('Paid orders of the own offer since then, the newest alone where there are more'),
      bounded: z.boolean(),
      compared: z.int().describe('Of these, orders to which offers of other providers are kept'),
      currencies: z.array(
        z.object({
          currency: z.string(),
          orders: z.int(),
          paid: figure,
          were: figure,
          now: pricingSimulation,
          next: pricingSimulation,
        }),
      ),
    }),
    stops: z
      .object({
        days: z.int(),
        read: z.int(),
        bounded: z.boolean(),
        now: z.object({ refused: z.int(), held: z.int(), asked: z.int(), good: z.int() }),
        next: z.object({ refused: z.int(), held: z.int(), asked: z.int(), good: z.int() }),
        words: z.string().describe('What was counted, and what was not'),
      })
      .nullable()
      .describe('Of a country or a rule: orders that it stops, and how many of these turned out good'),
    openOrders: z.int().describe('Orders that keep what they were made with'),
  }),
  errors: ['not_found', 'act_refused'],
  example: {
    request: { kind: 'fee', key: 'credit_debit_card/EUR', fields: { percent: '0.036' } },
  },
});
