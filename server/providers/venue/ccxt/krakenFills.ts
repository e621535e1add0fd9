import { add, compare, type Decimal, parseDecimal, parseSignedDecimal } from '@slipway/money/decimal.ts';
import type { CallPriority } from '../../callBudget.ts';
import type { Fees, Market, VenueOrder } from '../venuePort.ts';
import type { KrakenLedgerLine, KrakenOrder } from './krakenAnswers.ts';
import type { KrakenClient } from './krakenClient.ts';

export type Fills = Pick<VenueOrder, 'filledBase' | 'cost' | 'fees'>;

type Line = Pick<KrakenLedgerLine, 'amount' | 'fee'> & { readonly currency: string };

/**
 * What an order's trades have moved, as the account's ledger has it: the order itself tells the fee in the quote currency
 * alone and as an estimate, whichever was taken (support.kraken.com/articles/360001184886; fee credits too are lines of their own),
 * and its cost with more digits than the account counts. Undefined while the ledger does not show all of its trades.
 */
export async function readFills(
  client: Pick<KrakenClient, 'linesOfOrder' | 'codeOf'>,
  market: Market,
  order: KrakenOrder,
  priority: CallPriority,
): Promise<Fills | undefined> {
  const told = { base: parseDecimal(order.vol_exec), quote: parseDecimal(order.cost) };
  if (told.base.coefficient === 0n) return { filledBase: told.base, cost: told.quote, fees: [] };
  const lines = await linesOf(client, order, priority);
  const base = lines.filter(({ currency }) => currency === market.base);
  const quote = lines.filter(({ currency }) => currency === market.quote);
  const { length: trades } = order.trades;
  if (!isWhole(base, told.base, trades) || !isWhole(quote, told.quote, trades)) return undefined;
  return { filledBase: moved(base), cost: moved(quote), fees: feesOf(lines) };
}

/**
 * Returns the lines of an order's trades. The lines of a trade share its id as `refid`
 * (https://support.kraken.com/hc/en-us/articles/115000302707-Differences-between-ledger-and-trades-history: "look for a matching refid").
 */
async function linesOf(
  client: Pick<KrakenClient, 'linesOfOrder' | 'codeOf'>,
  order: KrakenOrder,
  priority: CallPriority,
): Promise<Line[]> {
  const all = await client.linesOfOrder(order, priority);
  const trades = new Set(order.trades);
  const own = [...all.values()].filter(({ refid }) => trades.has(refid));
  return Promise.all(
    own.map(async ({ asset, amount, fee }) => ({ currency: await client.codeOf(asset), amount, fee })),
  );
}

/** Whether nothing is missing. Each line is rounded to the digits of the ledger; a trade has one for each balance it was paid from. */
function isWhole(lines: readonly Line[], told: Decimal, trades: number): boolean {
  const sum = moved(lines);
  const rounding = { coefficient: lines.length === 0 ? 0n : BigInt(Math.max(trades, lines.length)), scale: sum.scale };
  return compare(add(sum, rounding), told) >= 0 && compare(add(told, rounding), sum) >= 0;
}

function moved(lines: readonly Line[]): Decimal {
  const { coefficient, scale } = total(lines.map(({ amount }) => parseSignedDecimal(amount)));
  return { coefficient: coefficient < 0n ? -coefficient : coefficient, scale };
}

function feesOf(lines: readonly Line[]): Fees {
  return [...new Set(lines.map(({ currency }) => currency))]
    .map((currency) => ({
      currency,
      amount: total(lines.filter((line) => line.currency === currency).map(({ fee }) => parseSignedDecimal(fee))),
    }))
    .filter(({ amount }) => amount.coefficient !== 0n);
}

function total(values: readonly Decimal[]): Decimal {
  return values.reduce(add, { coefficient: 0n, scale: 0 });
}
