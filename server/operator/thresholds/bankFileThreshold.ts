import type { ConfigurationReader } from '../../configuration/createConfigurationReader.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { BankFiles, BankStatement } from '../../providers/bank/bankPort.ts';
import { type ImportedBankFile, sumCreditsImportedBy } from '../requests/requestFileStore.ts';
import type { NewRequest } from '../requests/requestStore.ts';

/** The currency of the operator's limit, in cents. */
const EURO = 'EUR';

/**
 * Returns true if a bank file, together with the same person's imports without approval within a day, credits more than the
 * operator's limit. A file that cannot be read needs two people, and its import is refused.
 */
export async function isBankFileAboveLimit(
  {
    database,
    configured,
    bankFiles,
  }: { readonly database: Queryable; readonly configured: ConfigurationReader; readonly bankFiles: BankFiles },
  { who }: NewRequest,
  file: ImportedBankFile,
): Promise<boolean> {
  const reading = bankFiles.readStatements(file.bytes);
  if (reading.kind !== 'ok') return true;
  const { rules } = await configured.settings();
  const already = await sumCreditsImportedBy(database, { who, currency: EURO });
  return creditsMore(reading.value, rules.secondPersonAboveEuroCents - already);
}

/** Amounts in other currencies have no rate here and always need a second approval. */
function creditsMore(statements: readonly BankStatement[], boundEuroCents: bigint): boolean {
  const credits = statements.flatMap(({ entries }) => entries).filter(({ direction }) => direction === 'credit');
  if (credits.some(({ amount }) => amount.asset.code !== EURO)) return true;
  const sum = credits.reduce((units, { amount }) => units + amount.units, 0n);
  return sum > 0n && sum > boundEuroCents;
}
