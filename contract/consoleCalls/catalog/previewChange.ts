import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { fieldValues, pricingSimulation, rowAction, sampleQuote } from '../../entities/console/consoleCatalog.ts';
import { figure } from '../../entities/console/consoleFigures.ts';
import { roles } from '../../entities/roles.ts';
import { cryptoId, currencyId, isoCountry, symbol } from '../../entities/scalars.ts';

export const previewChange = defineConsoleCall({
  name: 'previewChange',
  summary: 'Previews a change: a quote, the orders of the last day, and what a rule would have stopped',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({
    kind: z.string().max(40),
    key: z.string().min(1).max(200),
    fields: fieldValues.nullable().describe('Changed fields; null deletes the setting'),
    sample: z
      .object({
        payCurrency: z.string().max(3).default(''),
        crypto: cryptoId.max(33).default(''),
        method: z.string().max(40).default(''),
        country: isoCountry.max(2).default(''),
        amount: z.string().max(30).default(''),
      })
      .default({ payCurrency: '', crypto: '', method: '', country: '', amount: '' })
      .describe('Sample purchase; omitted fields are derived from the setting'),
  }),
  data: z.object({
    before: fieldValues.nullable(),
    after: fieldValues.nullable(),
    act: rowAction,
    sample: z.object({
      payCurrency: z.string(),
      crypto: cryptoId,
      symbol,
      method: z.string(),
      country: isoCountry,
      amount: figure,
      amounts: z.array(figure).describe('Other sample amounts between the limits'),
      competingOffers: z
        .object({ offers: z.int().min(1), since: z.iso.datetime(), from: figure, to: figure })
        .nullable()
        .describe('Providers whose newest offer for a similar amount is compared; null if there are none'),
      now: sampleQuote,
      next: sampleQuote,
    }),
    curve: z
      .array(z.object({ pay: figure, now: figure.nullable(), next: figure.nullable() }))
      .describe(
        'Fees and spread in percent of the amount paid, by amount paid; null if nothing is sold for that amount',
      ),
    day: z.object({
      since: z.iso.datetime(),
      read: z
        .int()
        .describe(
          'Number of paid orders of the own offer since then; only the newest if there are more than the limit',
        ),
      bounded: z.boolean(),
      compared: z.int().describe('Number of these with stored offers of other providers'),
      currencies: z.array(
        z.object({
          currency: currencyId,
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
        now: z.object({ refused: z.int(), held: z.int(), furtherChecks: z.int(), good: z.int() }),
        next: z.object({ refused: z.int(), held: z.int(), furtherChecks: z.int(), good: z.int() }),
        explanation: z.string().describe('Description of what was counted and what was not'),
      })
      .nullable()
      .describe('For a country or a rule: orders that it stops, and how many of these had a good outcome'),
    openOrders: z.int().describe('Open orders, which keep the settings with which they were created'),
  }),
  errors: ['not_found', 'act_refused'],
  example: {
    request: { kind: 'fee', key: 'credit_debit_card/EUR', fields: { percent: '0.036' } },
  },
});
