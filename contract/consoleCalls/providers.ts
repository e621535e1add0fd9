import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { rowAct } from '../entities/consoleCatalog.ts';
import { figure } from '../entities/consoleFigures.ts';
import { roles } from '../entities/roles.ts';
import { testQuote } from '../entities/testQuote.ts';

export const providers = defineConsoleCall({
  name: 'providers',
  summary:
    'Who answers and who keeps their word: other providers’ offers and orders, and what the steps of orders were answered',
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
        act: rowAct.describe('Switches it off, or on where it is off'),
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
    data: {
      others: [
        {
          id: 'mercuryo',
          isOff: false,
          offers: 412,
          best: 120,
          lastOfferAt: '2026-11-21T10:38:12.000Z',
          orders: 31,
          delivered: 28,
          refusals: [{ reason: 'card_declined', orders: 2 }],
          record: { orders: 28, medianPercent: '-0.12', worstPercent: '-1.40', worseAtCheckout: 1, medianMinutes: 9 },
          answers: {
            asked: 212,
            ok: 200,
            refused: 10,
            unavailable: 2,
            leftOut: 0,
            p50: 200,
            p95: 500,
            isLeftOut: false,
            strip: ['good', 'good', 'warn', 'good', 'good', 'good', 'good', 'good', 'good', 'good', 'good', 'good'],
          },
          isConnected: true,
          test: {
            askedBy: 'sam',
            askedAt: '2026-11-21T10:38:12.000Z',
            question: { pay: '250.00', payCurrency: 'EUR', crypto: 'ETH', method: 'credit_debit_card', country: 'DE' },
            symbol: 'ETH',
            milliseconds: 312,
            answer: {
              kind: 'ok',
              pay: '250.00',
              receive: '0.07501200',
              processingFee: '9.75',
              networkFee: '0.40',
              affiliateFee: '2.50',
              publishedMinutes: 10,
              identity: 'basic',
              needsAccount: false,
            },
          },
          act: {
            action: 'set',
            allowed: true,
            why: '',
            effect: 'Nobody is offered it any more. Its orders go on.',
            takesTwo: false,
            approvers: [],
          },
        },
      ],
      mayTest: true,
      coins: ['ETH', 'BTC'],
      steps: [
        {
          step: 'capture_payment',
          tries: 212,
          ok: 210,
          unavailable: 2,
          p50: 310,
          p95: 880,
          refusals: [],
          lastAt: '2026-11-21T10:38:12.000Z',
        },
      ],
      bounds: { offers: 20_000, orders: 5_000, steps: 10_000 },
    },
  },
});
