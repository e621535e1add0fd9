import { createHash } from 'node:crypto';
import { raiseAlert } from '../../notification/alertStore.ts';
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
 * Keeps what a file of the bank says of our accounts, whole or not at all: no statement that does not continue the one before
 * it. A file without any of our accounts is refused. The same file or the same booking again counts once. `continueFrom` is the opening
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
  const { ours, foreign } = await separateOwn(transaction, read, own);
  const [stranger] = foreign;
  if (ours.length === 0 && stranger) throw new StatementRefusedError('foreign_account', whyForeign(stranger, own));
  const entries = ours.reduce((sum, statement) => sum + statement.entries.length, 0);
  const file = { hash: hashOfRead(hash, foreign), name, importedBy, entries };
  if (!(await insertStatementFile(transaction, file))) return { kind: 'known_file' };
  let newEntries = 0;
  for (const statement of ours.toSorted(byDay))
    newEntries += await keepStatement(transaction, file.hash, statement, { by: importedBy, continueFrom });
  for (const statement of foreign) await reportForeign(transaction, name, statement, whyForeign(statement, own));
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
async function separateOwn(
  transaction: Transaction,
  read: readonly BankStatement[],
  own: ReadonlySet<string>,
): Promise<{ readonly ours: readonly BankStatement[]; readonly foreign: readonly BankStatement[] }> {
  const ours: BankStatement[] = [];
  const foreign: BankStatement[] = [];
  for (const statement of read) {
    const { account } = statement;
    const isOurs = own.has(plainAccount(account)) || (await wasOurs(transaction, account));
    (isOurs ? ours : foreign).push(statement);
  }
  return { ours, foreign };
}

/** A file of which a part was left out is another one once that part is of our account, so that it can be imported again. */
function hashOfRead(hash: Buffer, foreign: readonly BankStatement[]): Buffer {
  if (foreign.length === 0) return hash;
  const accounts = [...new Set(foreign.map(({ account }) => account))].toSorted();
  return createHash('sha256').update(hash).update(JSON.stringify(accounts)).digest();
}

function whyForeign({ account, statementId }: BankStatement, own: ReadonlySet<string>): string {
  return `${statementId} is of the account ${account}, which is none of yours: ${[...own].join(', ') || 'none is set'}`;
}

/** Once for each account: a bank that puts all accounts of a customer into one file does so every day. */
async function reportForeign(
  transaction: Transaction,
  file: string,
  { account }: BankStatement,
  detail: string,
): Promise<void> {
  await raiseAlert(transaction, {
    key: `statement:foreign:${account}`,
    orderId: null,
    kind: 'bank_statement',
    facts: { file, reason: 'foreign_account_left_out', detail },
  });
}
