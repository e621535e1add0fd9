import { parseSignedDecimal } from '@slipway/money/decimal.ts';
import { type Outcome, ok } from '../../outcome.ts';
import type { VenueStatement, VenueStatementLine } from '../venuePort.ts';
import { type CountedLine, readCountedLines } from './countedLines.ts';
import type { KrakenLedgerLine } from './krakenAnswers.ts';
import { isLockedBalance } from './krakenAssets.ts';
import type { KrakenClient } from './krakenClient.ts';
import { unavailable } from './map.ts';

/** Kraken's start is exclusive, and its times have a fraction. */
const START_MARGIN_SECONDS = 1;

export type StatementClient = Pick<KrakenClient, 'balances' | 'closedSince' | 'codeOf' | 'lines' | 'tradesSince'>;

/**
 * The account as one moment shows it, however fast it moves: each line says what it left of its asset, so that a balance is
 * of the same moment as the lines. What has no line since is asked for, and must have none afterwards either.
 */
export async function readKrakenStatement(client: StatementClient, since: Date): Promise<Outcome<VenueStatement>> {
  const start = Math.floor(since.getTime() / 1000) - START_MARGIN_SECONDS;
  try {
    const lines = await client.lines(start);
    const balances = lines && (await balancesWith(client, start, lines));
    const orders = balances && (await ordersOfTrades(client, start, lines));
    if (!lines || !balances || !orders) return { kind: 'pending' };
    const spendable = [...balances].filter(([asset]) => !isLockedBalance(asset));
    const named = spendable.map(async ([asset, amount]) => ({
      currency: await client.codeOf(asset),
      value: parseSignedDecimal(amount),
    }));
    const counted = await readCountedLines(client, lines);
    return ok({
      balances: await Promise.all(named),
      lines: counted.map((line) => readLine(line, orders.get(line.line.refid))),
    });
  } catch (error) {
    return unavailable(error);
  }
}

/** Undefined when something has moved that had not moved before. */
async function balancesWith(
  client: StatementClient,
  start: number,
  lines: ReadonlyMap<string, KrakenLedgerLine>,
): Promise<ReadonlyMap<string, string> | undefined> {
  const moved = new Map<string, string>();
  // Newest first: the first of an asset says what it has now.
  for (const { asset, balance } of lines.values()) if (!moved.has(asset)) moved.set(asset, balance);
  const still = Object.entries(await client.balances()).filter(([asset]) => !moved.has(asset));
  const afterwards = await client.lines(start);
  if (!afterwards || [...afterwards.values()].some(({ asset }) => !moved.has(asset))) return undefined;
  return new Map([...still, ...moved]);
}

/**
 * The order of each trade. Orders that ended since then, and those that are open, have all of them, and are mostly known
 * already; the history of trades costs two calls a page and is asked for the rest only.
 */
async function ordersOfTrades(
  client: StatementClient,
  start: number,
  lines: ReadonlyMap<string, KrakenLedgerLine>,
): Promise<ReadonlyMap<string, string> | undefined> {
  const closed = await client.closedSince(start);
  if (!closed) return undefined;
  const orders = new Map<string, string>();
  for (const [txid, { trades }] of closed) for (const trade of trades) orders.set(trade, txid);
  if ([...lines.values()].every(({ type, refid }) => type !== 'trade' || orders.has(refid))) return orders;
  const trades = await client.tradesSince(start);
  if (!trades) return undefined;
  for (const [trade, { ordertxid }] of trades) orders.set(trade, ordertxid);
  return orders;
}

function readLine({ id, line, currency, change }: CountedLine, order: string | undefined): VenueStatementLine {
  return {
    lineId: id,
    groupedBy: order ?? id,
    isOfOrder: order !== undefined || line.type === 'trade',
    amount: { currency, value: change },
    at: new Date(line.time * 1000),
  };
}
