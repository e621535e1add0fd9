import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import {
  add,
  type Decimal,
  formatDecimal,
  parseSignedDecimal,
  powerOfTen,
  rescale,
  trimZeros,
} from '@slipway/money/decimal.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';
import { describeMinorAmount, USUAL_DIGITS } from '../../reconciliation/formatUnits.ts';
import { formatFigureRow } from '../../reporting/composeReport.ts';
import { readSections } from '../../reporting/makeReports.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { computeDeliveryVolumes, type Volume } from '../figures/volumes.ts';
import { parsePeriod } from './parsePeriod.ts';
import { readDeliveryTimes, readRefundTimes, readSpreadByDay, type SpreadOfDay } from './reportFiguresStore.ts';

export async function readVolumes(
  { database, settings }: ConsoleContext,
  input: ConsoleCallInput<'reportVolumes'>,
): Promise<ConsoleCallData<'reportVolumes'>> {
  const { catalog } = settings();
  const { days, paid, received, orders } = await computeDeliveryVolumes(database, parsePeriod(input));
  const format = (volume: Volume) => describeMinorAmount(catalog, volume);
  return {
    days: days.map((day) => ({ day: day.day, orders: day.orders, paid: day.paid.map(format) })),
    paid: paid.map(format),
    received: received.map((volume) => ({ ...format(volume), orders: volume.orders })),
    orders,
  };
}

export async function readSpread(
  { database }: ConsoleContext,
  input: ConsoleCallInput<'reportSpread'>,
): Promise<ConsoleCallData<'reportSpread'>> {
  const days = await readSpreadByDay(database, parsePeriod(input));
  const units = [...Map.groupBy(days, ({ currency }) => currency)].map(([unit, rows]) => ({
    unit,
    ...computeSpread(rows),
  }));
  return { days: days.map((row) => ({ day: row.day, unit: row.currency, ...computeSpread([row]) })), units };
}

/**
 * Returns the spread of rows of the same currency, in total and in percent of what buyers paid for the coins. `quoted`
 * compares this with the coins' value without spread, `executed` with their cost. Pure.
 */
export function computeSpread(rows: readonly Omit<SpreadOfDay, 'day' | 'currency'>[]) {
  const total = (name: 'taken' | 'worth' | 'cost') =>
    rows.reduce((sum, row) => add(sum, parseSignedDecimal(row[name])), parseSignedDecimal('0'));
  const taken = total('taken');
  const quoted = subtract(taken, total('worth'));
  const executed = subtract(taken, total('cost'));
  return {
    orders: rows.reduce((sum, { orders }) => sum + orders, 0),
    quoted: formatDecimal(quoted),
    executed: formatDecimal(executed),
    quotedPercent: formatPercent(quoted, taken),
    executedPercent: formatPercent(executed, taken),
  };
}

function subtract(from: Decimal, { coefficient, scale }: Decimal): Decimal {
  return add(from, { coefficient: -coefficient, scale });
}

const PERCENT_DIGITS = 3;

/** Returns a percentage with three decimals, truncated; null if the whole is zero. */
function formatPercent(part: Decimal, whole: Decimal): string | null {
  if (whole.coefficient === 0n) return null;
  const scale = Math.max(part.scale, whole.scale);
  const share =
    (rescale(part, scale, 'down').coefficient * powerOfTen(PERCENT_DIGITS + 2)) /
    rescale(whole, scale, 'down').coefficient;
  return formatDecimal({ coefficient: share, scale: PERCENT_DIGITS });
}

export async function readTimes(
  { database, settings }: ConsoleContext,
  input: ConsoleCallInput<'reportTimes'>,
): Promise<ConsoleCallData<'reportTimes'>> {
  const period = parsePeriod(input);
  const networks = new Map([...settings().catalog.cryptos.values()].map(({ network }) => [network.id, network]));
  const promised = new Map([...networks].map(([id, { expectedMinutes }]) => [id, expectedMinutes]));
  const [deliveries, refunds] = await Promise.all([
    readDeliveryTimes(database, period, promised),
    readRefundTimes(database, period),
  ]);
  return {
    deliveries: deliveries.map((times) => ({
      ...times,
      name: networks.get(times.network)?.name ?? times.network,
      promised: promised.get(times.network) ?? null,
    })),
    refunds,
  };
}

/** Returns the same sections as the nightly report. */
export async function readDay(
  { database, settings }: ConsoleContext,
  input: ConsoleCallInput<'reportDay'>,
): Promise<ConsoleCallData<'reportDay'>> {
  const { catalog } = settings();
  const sections = await readSections(database, parsePeriod(input), catalog);
  return {
    sections: sections.map(({ title, figures }) => ({
      title,
      rows: figures.map((figure) => {
        const { item, amount, asset } = formatFigureRow(figure, (id) => {
          const { name, decimals } = describeAsset(catalog, id);
          return { code: name, decimals };
        });
        return {
          item,
          count: figure.count,
          amount: amount === '' ? null : { amount: trimZeros(amount, USUAL_DIGITS), unit: asset },
        };
      }),
    })),
  };
}
