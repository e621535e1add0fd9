import type { BankStatement } from '../bankPort.ts';
import type { TransferReport } from '../transferReports.ts';
import type { ReportFacts, StatementFacts } from './secondReader.testing.ts';

const DIGITS = 5;

/** What our reader found, in the words of the second one. */
export function factsRead({ account, entries }: BankStatement): StatementFacts {
  const net: Record<string, bigint> = {};
  for (const { amount, direction } of entries) {
    const units = amount.units * 10n ** BigInt(DIGITS - amount.asset.decimals);
    net[amount.asset.code] = (net[amount.asset.code] ?? 0n) + (direction === 'credit' ? units : -units);
  }
  const endToEndIds = entries.map(({ endToEndId }) => endToEndId).filter((id) => id !== '');
  return { account, net, endToEndIds: endToEndIds.toSorted() };
}

export function reportFactsRead({ batchId, file, blocks }: TransferReport): ReportFacts {
  const transfers = blocks.flatMap((block) => block.transfers.map(({ status, reason }) => `${status}: ${reason}`));
  return { file: batchId, status: file.status, transfers: transfers.toSorted() };
}

/** Whether a statement that tells both its balances says by itself that a booking is missing, or is too much. */
export function contradictsItself({ balances, entries }: BankStatement): boolean {
  if (!balances?.opening || !balances.closing) return false;
  const net = entries.reduce(
    (sum, { amount, direction }) => sum + (direction === 'credit' ? 1n : -1n) * amount.units,
    0n,
  );
  const later = balances.later.reduce((sum, { units }) => sum + units, 0n);
  const difference = balances.opening.units + net - balances.closing.units;
  return difference !== 0n && difference !== later;
}
