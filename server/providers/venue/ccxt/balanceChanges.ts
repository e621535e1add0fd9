import { add, type Decimal, parseSignedDecimal } from '@slipway/money/decimal.ts';
import type { KrakenLedgerLine } from './krakenAnswers.ts';
import { isLockedBalance } from './krakenAssets.ts';
import type { KrakenClient } from './krakenClient.ts';

export type BalanceChange = {
  readonly id: string;
  readonly line: KrakenLedgerLine;
  readonly currency: string;
  /** Signed, less the fee. */
  readonly change: Decimal;
};

/**
 * Returns the ledger lines that change a currency's spendable balance. Excludes lines of locked balances and the two
 * lines with which Auto Earn moves coins from BTC to XBT.F and back. Includes the line that moves locked coins out of
 * the spendable balance.
 */
export async function readBalanceChanges(
  client: Pick<KrakenClient, 'findCode'>,
  lines: ReadonlyMap<string, KrakenLedgerLine>,
): Promise<readonly BalanceChange[]> {
  const spendable = [...lines].filter(([, { asset }]) => !isLockedBalance(asset));
  const changes = await Promise.all(
    spendable.map(async ([id, line]) => ({
      id,
      line,
      currency: await client.findCode(line.asset),
      change: computeChange(line),
    })),
  );
  const internal = findInternalTransfers(changes);
  return changes.filter((line) => !internal.has(line));
}

/**
 * Types of lines that move coins between the balances of an account
 * (https://support.kraken.com/hc/en-us/articles/360001169383-How-to-interpret-Ledger-history-fields).
 */
const TRANSFER_TYPES: ReadonlySet<string> = new Set(['earn', 'transfer']);

/** Kraken does not document how far apart the two lines of a transfer may be. In published exports it is up to 18 seconds. */
const MAX_SECONDS_APART = 60;

/**
 * Returns the lines of transfers between spendable balances of a coin: two lines of opposite amounts, nearest in time.
 * Does not compare their `refid`: Kraken promises a shared one for trades only
 * (https://support.kraken.com/hc/en-us/articles/115000302707-Differences-between-ledger-and-trades-history), and lines
 * of Earn may have `Unknown`.
 */
function findInternalTransfers(lines: readonly BalanceChange[]): ReadonlySet<BalanceChange> {
  const found = new Set<BalanceChange>();
  const candidates = lines.filter(({ line }) => TRANSFER_TYPES.has(line.type));
  const pairs = candidates.flatMap((one, index) =>
    candidates
      .slice(index + 1)
      .filter((other) => isCounterpart(one, other))
      .map((other) => ({ one, other, seconds: computeSecondsBetween(one, other) })),
  );
  for (const { one, other } of pairs.toSorted((a, b) => a.seconds - b.seconds))
    if (!found.has(one) && !found.has(other)) found.add(one).add(other);
  return found;
}

function isCounterpart(one: BalanceChange, other: BalanceChange): boolean {
  return (
    one.currency === other.currency &&
    one.line.type === other.line.type &&
    one.line.asset !== other.line.asset &&
    computeSecondsBetween(one, other) <= MAX_SECONDS_APART &&
    add(one.change, other.change).coefficient === 0n
  );
}

function computeSecondsBetween(one: BalanceChange, other: BalanceChange): number {
  return Math.abs(one.line.time - other.line.time);
}

function computeChange({ amount, fee }: Pick<KrakenLedgerLine, 'amount' | 'fee'>): Decimal {
  const { coefficient, scale } = parseSignedDecimal(fee);
  return add(parseSignedDecimal(amount), { coefficient: -coefficient, scale });
}
