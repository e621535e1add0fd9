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
 * do the two lines, under one `refid`, of what Auto Earn moves from BTC to XBT.F and back. When coins are locked, the line
 * that takes them out of the spendable balance stays.
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
  const groups = Map.groupBy(counted, ({ line, currency }) => `${line.refid} ${currency}`);
  return [...groups.values()].filter((group) => !isInternalTransfer(group)).flat();
}

/** From one balance of the coin to another. A withdrawal that comes back has one balance, and its first line may be posted. */
function isInternalTransfer(group: readonly CountedLine[]): boolean {
  const balances = new Set(group.map(({ line }) => line.asset));
  return balances.size > 1 && group.map(({ change }) => change).reduce(add).coefficient === 0n;
}

function changeOf({ amount, fee }: Pick<KrakenLedgerLine, 'amount' | 'fee'>): Decimal {
  const { coefficient, scale } = parseSignedDecimal(fee);
  return add(parseSignedDecimal(amount), { coefficient: -coefficient, scale });
}
