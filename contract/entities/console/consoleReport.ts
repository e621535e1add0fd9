import { z } from 'zod';
import { orderNo } from '../scalars.ts';
import { figure, moneyAmount } from './consoleFigures.ts';

const day = z.iso.date();
const MAX_PERIOD_DAYS = 366;
const DAY_MS = 86_400_000;

/** Whole days in UTC; the end is exclusive. */
export const period = { from: day, to: day.describe('First day after the period') };

function isPeriod({ from, to }: { readonly from: string; readonly to: string }): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  return days > 0 && days <= MAX_PERIOD_DAYS;
}

/** Returns the schema of a request with a period, at most 366 days because a single query sums it. */
export function withPeriod<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object({ ...period, ...shape }).refine((value) => isPeriod(value as { from: string; to: string }), {
    message: `must be a day before \`to\`, and at most ${MAX_PERIOD_DAYS} days before it`,
    path: ['from'],
  });
}

export const periodExample = { from: '2026-11-01', to: '2026-11-22' };

/** Funnel steps, counted in browsers for steps that pages report, and in orders from `ordered` on. */
export const funnelSteps = [
  'opened',
  'chose_country',
  'chose_pay_currency',
  'chose_crypto',
  'typed_amount',
  'chose_offer',
  'gave_address',
  'ordered',
  'paid',
  'delivered',
] as const;

export const funnelStep = z.object({
  step: z.enum(funnelSteps),
  of: z.enum(['browsers', 'orders']),
  count: z.int(),
});

/** One line between an asset's income and its net margin. */
export const marginStep = z
  .object({
    account: z.string().describe('Ledger account'),
    kind: z.enum(['fee', 'spread', 'cost', 'other']),
    units: z.object({ amount: figure, unit: z.string() }).describe('Amount that the step adds; negative for a cost'),
    postings: z.int(),
  })
  .meta({ id: 'MarginStep' });

export const posting = z
  .object({
    id: z.int(),
    at: z.iso.datetime(),
    entry: z.string().describe('Subject of the ledger entry'),
    orderNo: orderNo.nullable(),
    amount: moneyAmount.describe('Amount with the sign of the step: income and reversed costs are positive'),
  })
  .meta({ id: 'ReportPosting' });

/** In minutes. */
export const durationPercentiles = z.object({
  count: z.int(),
  p50: z.number().nullable(),
  p95: z.number().nullable(),
});

export const exportNames = ['travel-rule', 'ledger', 'trades', 'tax'] as const;
