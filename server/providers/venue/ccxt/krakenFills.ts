import { add, compare, type Decimal, parseDecimal, parseSignedDecimal } from '@slipway/money/decimal.ts';
import type { CallPriority } from '../../callBudget.ts';
import type { Fees, Market, VenueOrder } from '../venuePort.ts';
import type { KrakenLedgerLine, KrakenOrder } from './krakenAnswers.ts';
import type { KrakenClient } from './krakenClient.ts';

export type Fills = Pick<VenueOrder, 'filledBase' | 'cost' | 'fees'>;

type FillLine = Pick<KrakenLedgerLine, 'amount' | 'fee'> & { readonly currency: string };

/**
 * Returns the amounts that an order's trades moved, from the account's ledger. The order reports the fee only in the
 * quote currency and as an estimate, even if it was charged in the other one (support.kraken.com/articles/360001184886;
 * fee credits also have separate lines), and its cost with more digits than the account. Undefined while the ledger
 * lacks some of its trades.
 */
export async function readFills(
  client: Pick<KrakenClient, 'linesOfOrder' | 'findCode'>,
  market: Market,
  order: KrakenOrder,
  priority: CallPriority,
): Promise<Fills | undefined> {
  const reportedAmounts = { base: parseDecimal(order.vol_exec), quote: parseDecimal(order.cost) };
  if (reportedAmounts.base.coefficient === 0n)
    return { filledBase: reportedAmounts.base, cost: reportedAmounts.quote, fees: [] };
  const lines = await findTradeLines(client, order, priority);
  const base = lines.filter(({ currency }) => currency === market.base);
  const quote = lines.filter(({ currency }) => currency === market.quote);
  const { length: trades } = order.trades;
  if (!isComplete(base, reportedAmounts.base, trades) || !isComplete(quote, reportedAmounts.quote, trades))
    return undefined;
  return { filledBase: sumMovedAmount(base), cost: sumMovedAmount(quote), fees: sumFees(lines) };
}

/**
 * Returns the lines of an order's trades. All lines of a trade have its id as `refid`
 * (https://support.kraken.com/hc/en-us/articles/115000302707-Differences-between-ledger-and-trades-history: "look for a
 * matching refid").
 */
async function findTradeLines(
  client: Pick<KrakenClient, 'linesOfOrder' | 'findCode'>,
  order: KrakenOrder,
  priority: CallPriority,
): Promise<FillLine[]> {
  const all = await client.linesOfOrder(order, priority);
  const trades = new Set(order.trades);
  const own = [...all.values()].filter(({ refid }) => trades.has(refid));
  return Promise.all(
    own.map(async ({ asset, amount, fee }) => ({ currency: await client.findCode(asset), amount, fee })),
  );
}

/**
 * Returns true if no line is missing. Each line is rounded to the digits of the ledger; a trade has one line for each
 * balance it was paid from.
 */
function isComplete(lines: readonly FillLine[], reportedAmount: Decimal, trades: number): boolean {
  const sum = sumMovedAmount(lines);
  const rounding = { coefficient: lines.length === 0 ? 0n : BigInt(Math.max(trades, lines.length)), scale: sum.scale };
  return compare(add(sum, rounding), reportedAmount) >= 0 && compare(add(reportedAmount, rounding), sum) >= 0;
}

function sumMovedAmount(lines: readonly FillLine[]): Decimal {
  const { coefficient, scale } = sumDecimals(lines.map(({ amount }) => parseSignedDecimal(amount)));
  return { coefficient: coefficient < 0n ? -coefficient : coefficient, scale };
}

function sumFees(lines: readonly FillLine[]): Fees {
  return [...new Set(lines.map(({ currency }) => currency))]
    .map((currency) => ({
      currency,
      amount: sumDecimals(lines.filter((line) => line.currency === currency).map(({ fee }) => parseSignedDecimal(fee))),
    }))
    .filter(({ amount }) => amount.coefficient !== 0n);
}

function sumDecimals(values: readonly Decimal[]): Decimal {
  return values.reduce(add, { coefficient: 0n, scale: 0 });
}
