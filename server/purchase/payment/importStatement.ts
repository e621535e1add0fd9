import { type Database, isDataException, type Transaction } from '../../platform/database/database.ts';
import type { BankFiles, BankStatement, StatementRefusal } from '../../providers/bank/bankPort.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { wasOurs } from './accountStatementStore.ts';
import { hashFile } from './fileHash.ts';
import { keepStatement } from './keepStatement.ts';
import { plainAccount } from './plainAccount.ts';
import { type FileRefusal, StatementRefusedError } from './statementRefusal.ts';
import { insertStatementFile } from './toldBookingStore.ts';

export type StatementFile = { readonly name: string; readonly bytes: Uint8Array; readonly importedBy: string };

/** How many bookings a file holds, and how many of them no earlier file held. */
export type Imported =
  | { readonly kind: 'imported'; readonly entries: number; readonly newEntries: number }
  | { readonly kind: 'known_file' }
  | { readonly kind: 'refused'; readonly reason: StatementRefusal | FileRefusal; readonly detail: string };

export type ImportContext = {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'transferAccounts'>;
};

/** Reads a file of the bank, and keeps it as {@link keepStatements} does. */
export async function importStatement(
  context: ImportContext & { readonly bankFiles: Pick<BankFiles, 'read'> },
  file: StatementFile,
  continueFrom?: string,
): Promise<Imported> {
  const reading = await context.bankFiles.read(file.bytes);
  if (reading.kind === 'report') return refusedFor('not_a_statement', 'a report on transfers');
  if (reading.kind === 'refused') return refusedFor(reading.reason, reading.detail);
  return keepStatements(context, file, reading.value, continueFrom);
}

/**
 * Keeps what a file of the bank says, whole or not at all: nothing of an account that is not ours, and no statement that
 * does not continue the one before it. The same file or the same booking again counts once. `continueFrom` is the opening
 * balance, a plain decimal, that an operator has accepted though the statement before is missing.
 */
export async function keepStatements(
  { database, catalog }: ImportContext,
  file: StatementFile,
  read: readonly BankStatement[],
  continueFrom?: string,
): Promise<Imported> {
  const hash = await hashFile(file.bytes);
  try {
    return await database.transaction((transaction) =>
      keepWithin(transaction, catalog, { ...file, hash }, read, continueFrom),
    );
  } catch (error) {
    if (error instanceof StatementRefusedError) return refusedFor(error.reason, error.message);
    if (isDataException(error)) return refusedFor('unkeepable', error.message);
    throw error;
  }
}

/** As {@link keepStatements}, with whatever else is written. Throws what that one answers as a refusal. */
export async function keepWithin(
  transaction: Transaction,
  { transferAccounts }: ImportContext['catalog'],
  { name, importedBy, hash }: Omit<StatementFile, 'bytes'> & { readonly hash: Buffer },
  read: readonly BankStatement[],
  continueFrom?: string,
): Promise<Exclude<Imported, { kind: 'refused' }>> {
  const own = new Set([...transferAccounts.values()].map(({ account }) => plainAccount(account)));
  const entries = read.reduce((sum, statement) => sum + statement.entries.length, 0);
  if (!(await insertStatementFile(transaction, { hash, name, importedBy, entries }))) return { kind: 'known_file' };
  let newEntries = 0;
  for (const statement of read.toSorted(byDay)) {
    await requireOwn(transaction, statement, own);
    newEntries += await keepStatement(transaction, hash, statement, { by: importedBy, continueFrom });
  }
  return { kind: 'imported', entries, newEntries };
}

function refusedFor(reason: StatementRefusal | FileRefusal, detail: string): Imported {
  return { kind: 'refused', reason, detail: `${reason}: ${detail}` };
}

/** Those of one account that a file has out of their order. */
function byDay({ balances: a }: BankStatement, { balances: b }: BankStatement): number {
  const [first, second] = [a?.closedOn ?? '', b?.closedOn ?? ''];
  return first === second ? 0 : first < second ? -1 : 1;
}

/** An account that was ours before stays so: money that was sent to it, or comes back to it, is still ours. */
async function requireOwn(
  transaction: Transaction,
  { account, statementId }: BankStatement,
  own: ReadonlySet<string>,
): Promise<void> {
  if (own.has(plainAccount(account)) || (await wasOurs(transaction, account))) return;
  throw new StatementRefusedError(
    'foreign_account',
    `${statementId} is of the account ${account}, which is none of yours: ${[...own].join(', ') || 'none is set'}`,
  );
}
