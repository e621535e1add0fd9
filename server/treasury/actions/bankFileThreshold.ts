import type { RulesReader } from '../../action/approvalThreshold.ts';
import { type ImportedBankFile, sumCreditsImportedBy } from '../../action/requests/requestFileStore.ts';
import type { NewRequest } from '../../action/requests/requestStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { BankFiles, BankStatement } from '../../providers/bank/bankPort.ts';

/** The currency of the operator's limit. */
const EURO = 'EUR';

/**
 * Returns true if the credits of a bank file exceed the threshold, together with those that the same person has imported within
 * a day without an approval, or if a credit is not in EUR. Also true for a file that cannot be read, whose import is refused.
 */
export async function isBankFileAboveLimit(
  {
    database,
    configured,
    bankFiles,
  }: { readonly database: Queryable; readonly configured: RulesReader; readonly bankFiles: BankFiles },
  { who }: NewRequest,
  file: ImportedBankFile,
): Promise<boolean> {
  const reading = bankFiles.readStatements(file.bytes);
  if (reading.kind !== 'ok') return true;
  const { rules } = await configured.settings();
  const importedCents = await sumCreditsImportedBy(database, { who, currency: EURO });
  return doCreditsExceed(reading.value, rules.secondPersonAboveEuroCents - importedCents);
}

/** Returns true if the credits exceed this bound, or if one is in another currency, for which no rate is available here. */
function doCreditsExceed(statements: readonly BankStatement[], boundEuroCents: bigint): boolean {
  const credits = statements.flatMap(({ entries }) => entries).filter(({ direction }) => direction === 'credit');
  if (credits.some(({ amount }) => amount.asset.code !== EURO)) return true;
  const sum = credits.reduce((units, { amount }) => units + amount.units, 0n);
  return sum > 0n && sum > boundEuroCents;
}
