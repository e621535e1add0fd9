import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { rowAction } from '../entities/console/consoleCatalog.ts';
import { figure } from '../entities/console/consoleFigures.ts';
import { testQuote } from '../entities/console/testQuote.ts';
import { roles } from '../entities/roles.ts';

export const providers = defineConsoleCall({
  name: 'providers',
  summary: 'Providers and vendors: offers and orders of other providers, and vendor responses by step',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    others: z.array(
      z.object({
        id: z.string(),
        isOff: z.boolean().describe('True if the operator has disabled the provider'),
        offers: z.int().describe('Number of stored offers of the last day'),
        best: z.int().describe('Number of these that were the cheapest external offer for their inquiry'),
        lastOfferAt: z.iso.datetime().nullable(),
        orders: z.int().describe('Number of its orders among the newest orders of external providers'),
        delivered: z.int(),
        refusals: z.array(z.object({ reason: z.string(), orders: z.int() })),
        record: z
          .object({
            orders: z.int(),
            medianPercent: figure.describe('Difference of the delivered from the offered amount'),
            worstPercent: figure,
            worseAtCheckout: z.int(),
            medianMinutes: z.int().nullable(),
          })
          .nullable()
          .describe('Statistics of its recent deliveries, at most 50; null if there are none'),
        answers: z
          .object({
            requests: z.int().describe('Requests to the provider in the last hour, by all processes'),
            ok: z.int(),
            refused: z.int(),
            unavailable: z.int().describe('Requests without an answer within two seconds'),
            leftOut: z.int().describe('Requests that were not sent, because of repeated failures or the request limit'),
            p50: z.int().nullable().describe('Median response time in milliseconds'),
            p95: z.int().nullable(),
            isLeftOut: z.boolean().describe('True if the circuit to the provider is open in at least one process'),
            strip: z
              .array(z.enum(['good', 'warn', 'bad', 'unknown']))
              .describe('Twelve intervals of five minutes, oldest first'),
          })
          .nullable()
          .describe('Null if there was no request within the hour'),
        isConnected: z
          .boolean()
          .describe('True if a worker has credentials for the provider, so that it can be requested'),
        test: testQuote
          .nullable()
          .describe('The last test quote that a person requested; null if there was none within a month'),
        act: rowAction.describe('Disables the provider, or enables it if it is disabled'),
      }),
    ),
    mayTest: z.boolean().describe('True if this person may request test quotes'),
    coins: z.array(z.string()).describe('Keys of the coins for which a test quote may be requested, in display order'),
    steps: z.array(
      z.object({
        step: z.string(),
        tries: z.int(),
        ok: z.int(),
        unavailable: z.int(),
        p50: z.int().describe('Milliseconds'),
        p95: z.int(),
        refusals: z.array(z.object({ refusal: z.string(), times: z.int() })),
        lastAt: z.iso.datetime(),
      }),
    ),
    bounds: z.object({
      offers: z.int().describe('Maximum number of the newest offers that are counted'),
      orders: z.int(),
      steps: z.int(),
    }),
  }),
  errors: [],
  example: {
    request: {},
  },
});
