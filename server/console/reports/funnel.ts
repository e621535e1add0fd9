import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { funnelSteps } from '@slipway/contract/entities/console/consoleReport.ts';
import { type PayMethod, payMethods } from '@slipway/contract/entities/payMethods.ts';
import { toPropertyName } from '../../platform/database/propertyName.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { type BrowserSteps, type CreatedOrders, readBrowserSteps, readCreatedOrders } from './funnelStore.ts';
import { parsePeriod } from './parsePeriod.ts';

export async function readFunnel(
  { database }: ConsoleContext,
  input: ConsoleCallInput<'reportFunnel'>,
): Promise<ConsoleCallData<'reportFunnel'>> {
  const period = parsePeriod(input);
  const [browsers, orders] = await Promise.all([
    readBrowserSteps(database, period),
    readCreatedOrders(database, period),
  ]);
  return composeFunnel(browsers, orders);
}

/** Returns the report of the funnel: its steps by browsers, then by orders. Pure. */
export function composeFunnel(
  browsers: readonly BrowserSteps[],
  orders: readonly CreatedOrders[],
): ConsoleCallData<'reportFunnel'> {
  const counts: Readonly<Record<string, number>> = { ...sumUp(browsers), ...sumUp(orders) };
  const isOrders = (step: string) => step === 'ordered' || step === 'paid' || step === 'delivered';
  const countries = [...new Set([...browsers, ...orders].map(({ country }) => country))].map((country) => {
    const steps = browsers.find((row) => row.country === country);
    return {
      country,
      opened: steps?.opened ?? 0,
      choseOffer: steps?.choseOffer ?? 0,
      ...countOrders(orders.filter((row) => row.country === country)),
    };
  });
  return {
    steps: funnelSteps.map((step) => ({
      step,
      of: isOrders(step) ? 'orders' : 'browsers',
      count: counts[toPropertyName(step)] ?? 0,
    })),
    countries: countries.toSorted(
      (one, other) => other.delivered - one.delivered || other.ordered - one.ordered || other.opened - one.opened,
    ),
    methods: payMethods.flatMap((method: PayMethod) => {
      const made = orders.filter((row) => row.method === method);
      return made.length === 0 ? [] : [{ method, ...countOrders(made) }];
    }),
  };
}

function countOrders(rows: readonly CreatedOrders[]) {
  const { ordered = 0, paid = 0, delivered = 0 } = sumUp(rows);
  return { ordered, paid, delivered };
}

/** Sums every numeric field by its name. */
function sumUp(rows: readonly object[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows)
    for (const [name, value] of Object.entries(row))
      if (typeof value === 'number') sums.set(name, (sums.get(name) ?? 0) + value);
  return Object.fromEntries(sums);
}
