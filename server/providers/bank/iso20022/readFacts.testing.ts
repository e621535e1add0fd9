import type { BankStatement } from '../bankPort.ts';
import type { TransferReport } from '../transferReports.ts';
import type { ReportFacts, StatementFacts } from './secondReader.testing.ts';

const DIGITS = 5;

/** Converts the result of the product's reader to the format of the second reader, so that both can be compared. */
export function toStatementFacts({ account, entries }: BankStatement): StatementFacts {
  const net: Record<string, bigint> = {};
  for (const { amount, direction } of entries) {
    const units = amount.units * 10n ** BigInt(DIGITS - amount.asset.decimals);
    net[amount.asset.code] = (net[amount.asset.code] ?? 0n) + (direction === 'credit' ? units : -units);
  }
  const endToEndIds = entries.map(({ endToEndId }) => endToEndId).filter((id) => id !== '');
  return { account, net, endToEndIds: endToEndIds.toSorted() };
}

export function toReportFacts({ batchId, file, blocks }: TransferReport): ReportFacts {
  const transfers = blocks.flatMap((block) => block.transfers.map(({ status, reason }) => `${status}: ${reason}`));
  return { file: batchId, status: file.status, transfers: transfers.toSorted() };
}

/** Returns true if a statement with both balances shows that a booking is missing or surplus. */
export function hasContradiction({ balances, entries }: BankStatement): boolean {
  if (!balances?.opening || !balances.closing) return false;
  const net = entries.reduce(
    (sum, { amount, direction }) => sum + (direction === 'credit' ? 1n : -1n) * amount.units,
    0n,
  );
  const later = balances.later.reduce((sum, { units }) => sum + units, 0n);
  const difference = balances.opening.units + net - balances.closing.units;
  return difference !== 0n && difference !== later;
}
