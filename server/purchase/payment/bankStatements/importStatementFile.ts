import { createHash } from 'node:crypto';
import { raiseAlert } from '../../../notification/alertStore.ts';
import { type Database, isDataException, type Transaction } from '../../../platform/database/database.ts';
import type { BankFiles, BankStatement, StatementRefusal } from '../../../providers/bank/bankPort.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { insertStatementFile } from '../bookings/reportedBookingStore.ts';
import { normalizeAccountNumber } from '../normalizeAccountNumber.ts';
import { hasUsedAccount } from './accountStatementStore.ts';
import { hashFile } from './fileHash.ts';
import { saveBankStatement } from './saveBankStatement.ts';
import { type FileRefusal, StatementRefusedError } from './statementRefusal.ts';

export type BankStatementFile = { readonly name: string; readonly bytes: Uint8Array; readonly importedBy: string };

/** `entries`: the bookings of the operator's accounts in the file; `newEntries`: those of them that were not stored before. */
export type ImportResult =
  | { readonly kind: 'imported'; readonly entries: number; readonly newEntries: number }
  | { readonly kind: 'known_file' }
  | { readonly kind: 'refused'; readonly reason: StatementRefusal | FileRefusal; readonly detail: string };

export type ImportContext = {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'transferAccounts'>;
};

/** Parses a file of the bank and stores it as {@link saveStatementFile} does. */
export async function importStatementFile(
  context: ImportContext & { readonly bankFiles: Pick<BankFiles, 'read'> },
  file: BankStatementFile,
  continueFrom?: string,
): Promise<ImportResult> {
  const reading = await context.bankFiles.read(file.bytes);
  if (reading.kind === 'report') return buildRefusedResult('not_a_statement', 'a report on transfers');
  if (reading.kind === 'refused') return buildRefusedResult(reading.reason, reading.detail);
  return saveStatementFile(context, file, reading.value, continueFrom);
}

/**
 * Stores the statements of the operator's accounts that a bank file contains, all or none; each must continue the preceding
 * one. A file with only other accounts is refused; other accounts next to the operator's raise an alert. A repeated file or
 * booking counts once. `continueFrom`: the opening balance, as a decimal, that a person has accepted although the preceding
 * statement is missing.
 */
export async function saveStatementFile(
  { database, catalog }: ImportContext,
  file: BankStatementFile,
  read: readonly BankStatement[],
  continueFrom?: string,
): Promise<ImportResult> {
  const hash = await hashFile(file.bytes);
  try {
    return await database.transaction((transaction) =>
      saveStatementFileInTransaction(transaction, catalog, { ...file, hash }, read, continueFrom),
    );
  } catch (error) {
    if (error instanceof StatementRefusedError) return buildRefusedResult(error.reason, error.message);
    if (isDataException(error)) return buildRefusedResult('unstorable', error.message);
    throw error;
  }
}

/** Runs {@link saveStatementFile} within the caller's transaction. Throws instead of returning a refusal. */
export async function saveStatementFileInTransaction(
  transaction: Transaction,
  { transferAccounts }: ImportContext['catalog'],
  { name, importedBy, hash }: Omit<BankStatementFile, 'bytes'> & { readonly hash: Buffer },
  read: readonly BankStatement[],
  continueFrom?: string,
): Promise<Exclude<ImportResult, { kind: 'refused' }>> {
  const own = new Set([...transferAccounts.values()].map(({ account }) => normalizeAccountNumber(account)));
  const { ownStatements, foreign } = await separateOwnStatements(transaction, read, own);
  const [stranger] = foreign;
  if (ownStatements.length === 0 && stranger)
    throw new StatementRefusedError('foreign_account', findForeignReason(stranger, own));
  const entries = ownStatements.reduce((sum, statement) => sum + statement.entries.length, 0);
  const file = { hash: hashImportedContent(hash, foreign), name, importedBy, entries };
  if (!(await insertStatementFile(transaction, file))) return { kind: 'known_file' };
  let newEntries = 0;
  for (const statement of ownStatements.toSorted(byDay))
    newEntries += await saveBankStatement(transaction, file.hash, statement, { by: importedBy, continueFrom });
  for (const statement of foreign)
    await alertForeignAccount(transaction, name, statement, findForeignReason(statement, own));
  return { kind: 'imported', entries, newEntries };
}

function buildRefusedResult(reason: StatementRefusal | FileRefusal, detail: string): ImportResult {
  return { kind: 'refused', reason, detail: `${reason}: ${detail}` };
}

/** Sorts by date, for files that list the statements of one account out of order. */
function byDay({ balances: a }: BankStatement, { balances: b }: BankStatement): number {
  const [first, second] = [a?.closedOn ?? '', b?.closedOn ?? ''];
  return first === second ? 0 : first < second ? -1 : 1;
}

/**
 * Separates the statements of the operator's accounts from the others. An account that was removed from the configuration is
 * still the operator's: money may arrive or return there.
 */
async function separateOwnStatements(
  transaction: Transaction,
  read: readonly BankStatement[],
  own: ReadonlySet<string>,
): Promise<{ readonly ownStatements: readonly BankStatement[]; readonly foreign: readonly BankStatement[] }> {
  const ownStatements: BankStatement[] = [];
  const foreign: BankStatement[] = [];
  for (const statement of read) {
    const { account } = statement;
    const isOwnAccount = own.has(normalizeAccountNumber(account)) || (await hasUsedAccount(transaction, account));
    (isOwnAccount ? ownStatements : foreign).push(statement);
  }
  return { ownStatements, foreign };
}

/**
 * Returns the hash of the file and of the accounts that were not imported. So the same file can be imported again once one of
 * these accounts is configured.
 */
function hashImportedContent(hash: Buffer, foreign: readonly BankStatement[]): Buffer {
  if (foreign.length === 0) return hash;
  const accounts = [...new Set(foreign.map(({ account }) => account))].toSorted();
  return createHash('sha256').update(hash).update(JSON.stringify(accounts)).digest();
}

function findForeignReason({ account, statementId }: BankStatement, own: ReadonlySet<string>): string {
  return `${statementId} is for the account ${account}, which is not one of yours: ${[...own].join(', ') || 'none is configured'}`;
}

/** Raises one alert per foreign account: some banks put all accounts of a customer into each daily file. */
async function alertForeignAccount(
  transaction: Transaction,
  file: string,
  { account }: BankStatement,
  detail: string,
): Promise<void> {
  await raiseAlert(transaction, {
    key: `statement:foreign:${account}`,
    orderId: null,
    kind: 'bank_statement',
    facts: { file, reason: 'foreign_account_ignored', detail },
  });
}
