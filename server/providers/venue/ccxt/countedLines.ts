import { add, type Decimal, parseSignedDecimal } from '@slipway/money/decimal.ts';
import type { KrakenLedgerLine } from './krakenAnswers.ts';
import { isLockedBalance } from './krakenAssets.ts';
import type { KrakenClient } from './krakenClient.ts';

export type CountedLine = {
  readonly id: string;
  readonly line: KrakenLedgerLine;
  readonly currency: string;
  /** Signed, less the fee. */
  readonly change: Decimal;
};

/**
 * Returns the lines of the account's ledger that change what a currency has to spend. Lines of locked balances do not, nor
 * do the two lines of what Auto Earn moves from BTC to XBT.F and back. When coins are locked, the line that takes them out of the
 * spendable balance stays.
 */
export async function readCountedLines(
  client: Pick<KrakenClient, 'codeOf'>,
  lines: ReadonlyMap<string, KrakenLedgerLine>,
): Promise<readonly CountedLine[]> {
  const spendable = [...lines].filter(([, { asset }]) => !isLockedBalance(asset));
  const counted = await Promise.all(
    spendable.map(async ([id, line]) => ({
      id,
      line,
      currency: await client.codeOf(line.asset),
      change: changeOf(line),
    })),
  );
  const internal = findInternalTransfers(counted);
  return counted.filter((line) => !internal.has(line));
}

/**
 * The types of lines that move coins between the balances of an account
 * (https://support.kraken.com/hc/en-us/articles/360001169383-How-to-interpret-Ledger-history-fields).
 */
const TRANSFER_TYPES: ReadonlySet<string> = new Set(['earn', 'transfer']);

/** Kraken does not document how far apart the two lines of a transfer may be. In published exports it is up to 18 seconds. */
const MAX_SECONDS_APART = 60;

/**
 * Returns the lines of transfers from one spendable balance of a coin to another: two lines of opposite amounts, the nearest
 * in time. Their `refid` is not compared: Kraken promises a shared one for trades only
 * (https://support.kraken.com/hc/en-us/articles/115000302707-Differences-between-ledger-and-trades-history), and lines of Earn
 * may say `Unknown`.
 */
function findInternalTransfers(lines: readonly CountedLine[]): ReadonlySet<CountedLine> {
  const found = new Set<CountedLine>();
  const candidates = lines.filter(({ line }) => TRANSFER_TYPES.has(line.type));
  const pairs = candidates.flatMap((one, index) =>
    candidates
      .slice(index + 1)
      .filter((other) => isCounterpart(one, other))
      .map((other) => ({ one, other, seconds: secondsBetween(one, other) })),
  );
  for (const { one, other } of pairs.toSorted((a, b) => a.seconds - b.seconds))
    if (!found.has(one) && !found.has(other)) found.add(one).add(other);
  return found;
}

function isCounterpart(one: CountedLine, other: CountedLine): boolean {
  return (
    one.currency === other.currency &&
    one.line.type === other.line.type &&
    one.line.asset !== other.line.asset &&
    secondsBetween(one, other) <= MAX_SECONDS_APART &&
    add(one.change, other.change).coefficient === 0n
  );
}

function secondsBetween(one: CountedLine, other: CountedLine): number {
  return Math.abs(one.line.time - other.line.time);
}

function changeOf({ amount, fee }: Pick<KrakenLedgerLine, 'amount' | 'fee'>): Decimal {
  const { coefficient, scale } = parseSignedDecimal(fee);
  return add(parseSignedDecimal(amount), { coefficient: -coefficient, scale });
}
