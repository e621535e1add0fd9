import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { rowAction } from '../entities/consoleCatalog.ts';
import { figure } from '../entities/consoleFigures.ts';
import { roles } from '../entities/roles.ts';
import { testQuote } from '../entities/testQuote.ts';

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
        isOff: z.boolean().describe('Taken out by the operator'),
        offers: z.int().describe('Offers that are kept, of the last day'),
        best: z.int().describe('Of these, the cheapest of the others for the same question'),
        lastOfferAt: z.iso.datetime().nullable(),
        orders: z.int().describe('Of the newest orders that others fulfil'),
        delivered: z.int(),
        refusals: z.array(z.object({ reason: z.string(), orders: z.int() })),
        record: z
          .object({
            orders: z.int(),
            medianPercent: figure.describe('Delivered against offered for the money'),
            worstPercent: figure,
            worseAtCheckout: z.int(),
            medianMinutes: z.int().nullable(),
          })
          .nullable()
          .describe('Of its last deliveries here, at most 50; null for none'),
        answers: z
          .object({
            asked: z.int().describe('Questions of the last hour, of all processes'),
            ok: z.int(),
            refused: z.int(),
            unavailable: z.int().describe('No answer, or none in two seconds'),
            leftOut: z.int().describe('Not asked: it had failed again and again, or had too many questions'),
            p50: z.int().nullable().describe('Half of the answers came within so many milliseconds'),
            p95: z.int().nullable(),
            isLeftOut: z.boolean().describe('Some process leaves it out for a while: its circuit is open'),
            strip: z
              .array(z.enum(['good', 'warn', 'bad', 'unknown']))
              .describe('Twelve times five minutes, the oldest first'),
          })
          .nullable()
          .describe('Null where nobody has asked it within the hour'),
        isConnected: z.boolean().describe('Some worker has keys to it: it can be asked'),
        test: testQuote.nullable().describe('What a person had it asked last; null for nothing within a month'),
        act: rowAction.describe('Switches it off, or on where it is off'),
      }),
    ),
    mayTest: z.boolean().describe('Whether this person may have a provider asked for a test quote'),
    coins: z.array(z.string()).describe('Keys of the coins that a test quote may be asked for, in their order'),
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
      offers: z.int().describe('Of at most so many of the newest offers'),
      orders: z.int(),
      steps: z.int(),
    }),
  }),
  errors: [],
  example: {
    request: {},
  },
});
