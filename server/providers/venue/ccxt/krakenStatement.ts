import { add, type Decimal, parseSignedDecimal } from '@slipway/money/decimal.ts';
import { type Outcome, ok } from '../../outcome.ts';
import type { VenueStatement, VenueStatementLine } from '../venuePort.ts';
import type { KrakenLedgerLine } from './krakenAnswers.ts';
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
    const named = [...balances].map(async ([asset, amount]) => ({
      currency: await client.codeOf(asset),
      value: parseSignedDecimal(amount),
    }));
    const read = [...lines].map(([id, line]) => readLine(client, id, line, trades.get(line.refid)?.ordertxid));
    return ok({ balances: await Promise.all(named), lines: await Promise.all(read) });
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

async function readLine(
  client: KrakenClient,
  lineId: string,
  { type, asset, amount, fee, time }: KrakenLedgerLine,
  order: string | undefined,
): Promise<VenueStatementLine> {
  return {
    lineId,
    groupedBy: order ?? lineId,
    isOfOrder: order !== undefined || type === 'trade',
    amount: {
      currency: await client.codeOf(asset),
      value: add(parseSignedDecimal(amount), negative(parseSignedDecimal(fee))),
    },
    at: new Date(time * 1000),
  };
}

function negative({ coefficient, scale }: Decimal): Decimal {
  return { coefficient: -coefficient, scale };
}
