import type { Configured } from '../../configuration/readOnce.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { BankFiles, BankStatement } from '../../providers/bank/bankPort.ts';
import { creditedByHand, type FileByHand } from '../askedFileStore.ts';
import type { NewRequest } from '../requestStore.ts';

/** Cents of EUR, the currency in which the operator's amount is. */
const EURO = 'EUR';

/**
 * Whether a file of the bank, with what the same person has imported alone within a day, credits more than the operator's
 * amount. What cannot be read takes two, and is refused when it is imported.
 */
export async function statementTakesTwo(
  {
    database,
    configured,
    bankFiles,
  }: { readonly database: Queryable; readonly configured: Configured; readonly bankFiles: BankFiles },
  { who }: NewRequest,
  file: FileByHand,
): Promise<boolean> {
  const reading = bankFiles.readStatements(file.bytes);
  if (reading.kind !== 'ok') return true;
  const { rules } = await configured.settings();
  const already = await creditedByHand(database, { who, currency: EURO });
  return creditsMore(reading.value, rules.secondPersonAboveEuroCents - already);
}

/** What is not in euros has no rate here: it always takes two. */
function creditsMore(statements: readonly BankStatement[], boundEuroCents: bigint): boolean {
  const credits = statements.flatMap(({ entries }) => entries).filter(({ direction }) => direction === 'credit');
  if (credits.some(({ amount }) => amount.asset.code !== EURO)) return true;
  const sum = credits.reduce((units, { amount }) => units + amount.units, 0n);
  return sum > 0n && sum > boundEuroCents;
}
