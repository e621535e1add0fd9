import { parseSignedDecimal } from '@slipway/money/decimal.ts';
import { type Outcome, ok } from '../../outcome.ts';
import type { VenueStatement, VenueStatementLine } from '../venuePort.ts';
import { type CountedLine, readCountedLines } from './countedLines.ts';
import type { KrakenLedgerLine } from './krakenAnswers.ts';
import { isLockedBalance } from './krakenAssets.ts';
import type { KrakenClient } from './krakenClient.ts';
import { listedWhole } from './krakenPages.ts';
import { unavailable } from './map.ts';

/** Kraken's start is exclusive, and its times have a fraction. */
const START_MARGIN_SECONDS = 1;

/**
 * The account as one moment shows it, however fast it moves: each line says what it left of its asset, so that a balance is
 * of the same moment as the lines. What has no line since is asked for, and must have none afterwards either.
 */
export async function readKrakenStatement(client: KrakenClient, since: Date): Promise<Outcome<VenueStatement>> {
  const start = Math.floor(since.getTime() / 1000) - START_MARGIN_SECONDS;
  try {
    const lines = await listedWhole((offset) => client.ledgerPage({ start, offset }));
    const balances = lines && (await balancesWith(client, start, lines));
    const trades = balances && (await listedWhole((offset) => client.tradesPage(start, offset)));
    if (!lines || !balances || !trades) return { kind: 'pending' };
    const spendable = [...balances].filter(([asset]) => !isLockedBalance(asset));
    const named = spendable.map(async ([asset, amount]) => ({
      currency: await client.codeOf(asset),
      value: parseSignedDecimal(amount),
    }));
    const counted = await readCountedLines(client, lines);
    return ok({
      balances: await Promise.all(named),
      lines: counted.map((line) => readLine(line, trades.get(line.line.refid)?.ordertxid)),
    });
  } catch (error) {
    return unavailable(error);
  }
}

/** Undefined when something has moved that had not moved before. */
async function balancesWith(
  client: KrakenClient,
  start: number,
  lines: ReadonlyMap<string, KrakenLedgerLine>,
): Promise<ReadonlyMap<string, string> | undefined> {
  const moved = new Map<string, string>();
  // Newest first: the first of an asset says what it has now.
  for (const { asset, balance } of lines.values()) if (!moved.has(asset)) moved.set(asset, balance);
  const still = Object.entries(await client.balances()).filter(([asset]) => !moved.has(asset));
  const { items } = await client.ledgerPage({ start, offset: 0 });
  if (items.some(([, { asset }]) => !moved.has(asset))) return undefined;
  return new Map([...still, ...moved]);
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
