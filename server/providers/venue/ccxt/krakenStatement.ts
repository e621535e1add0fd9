import { parseSignedDecimal } from '@slipway/money/decimal.ts';
import { type Outcome, ok } from '../../outcome.ts';
import type { VenueStatement, VenueStatementLine } from '../venuePort.ts';
import { type BalanceChange, readBalanceChanges } from './balanceChanges.ts';
import type { KrakenLedgerLine } from './krakenAnswers.ts';
import { isLockedBalance } from './krakenAssets.ts';
import type { KrakenClient } from './krakenClient.ts';
import { toUnavailable } from './map.ts';

/** Kraken's start is exclusive, and its times have fractions. */
const START_MARGIN_SECONDS = 1;

export type StatementClient = Pick<KrakenClient, 'balances' | 'closedSince' | 'findCode' | 'lines' | 'tradesSince'>;

/**
 * Reads a consistent snapshot of the account, however fast it changes: each line states the resulting balance of its
 * asset, so balances and lines are of the same moment. Assets without a line since `since` are queried; `pending` if one
 * has a line afterwards.
 */
export async function readKrakenStatement(client: StatementClient, since: Date): Promise<Outcome<VenueStatement>> {
  const start = Math.floor(since.getTime() / 1000) - START_MARGIN_SECONDS;
  try {
    const lines = await client.lines(start);
    const balances = lines && (await readStableBalances(client, start, lines));
    const orders = balances && (await findOrdersOfTrades(client, start, lines));
    if (!lines || !balances || !orders) return { kind: 'pending' };
    const spendable = [...balances].filter(([asset]) => !isLockedBalance(asset));
    const named = spendable.map(async ([asset, amount]) => ({
      currency: await client.findCode(asset),
      value: parseSignedDecimal(amount),
    }));
    const changes = await readBalanceChanges(client, lines);
    return ok({
      balances: await Promise.all(named),
      lines: changes.map((line) => readLine(line, orders.get(line.line.refid))),
    });
  } catch (error) {
    return toUnavailable(error);
  }
}

/** Returns the balances as of the lines; undefined if an asset without a line has moved meanwhile. */
async function readStableBalances(
  client: StatementClient,
  start: number,
  lines: ReadonlyMap<string, KrakenLedgerLine>,
): Promise<ReadonlyMap<string, string> | undefined> {
  const moved = new Map<string, string>();
  // Newest first: an asset's first line has its current balance.
  for (const { asset, balance } of lines.values()) if (!moved.has(asset)) moved.set(asset, balance);
  const queried = Object.entries(await client.balances()).filter(([asset]) => !moved.has(asset));
  const afterwards = await client.lines(start);
  if (!afterwards || [...afterwards.values()].some(({ asset }) => !moved.has(asset))) return undefined;
  return new Map([...queried, ...moved]);
}

/**
 * Returns the order of each trade. Orders that ended since the start list all their trades, and are mostly cached. The
 * history of trades costs two calls per page, and is read only if a trade belongs to none of these orders.
 */
async function findOrdersOfTrades(
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

function readLine({ id, line, currency, change }: BalanceChange, order: string | undefined): VenueStatementLine {
  return {
    lineId: id,
    groupId: order ?? id,
    isOfOrder: order !== undefined || line.type === 'trade',
    amount: { currency, value: change },
    at: new Date(line.time * 1000),
  };
}
