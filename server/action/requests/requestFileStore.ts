import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { shredDataKeys } from '../../platform/personal/dataKeyStore.ts';
import type { DataKeySubject } from '../../platform/personal/personalKeys.ts';
import { sealedFiles } from '../../platform/personal/sealedRows.ts';
import { statementLifetimesMs } from '../../platform/persons/verifyStatement.ts';

const files = sealedFiles('requested_statement_files');

/** A bank file that a person imports. */
export type ImportedBankFile = {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The opening balance (a decimal) with which a statement is accepted although the preceding one is missing; null for none. */
  readonly continueFrom: string | null;
};

type StoredFile = Omit<ImportedBankFile, 'bytes'> & { readonly sealed: Buffer };

/** Stores the file of a request, encrypted, until the request is finished. */
export async function insertRequestFile(
  transaction: Transaction,
  requestId: number,
  { name, bytes, continueFrom }: ImportedBankFile,
): Promise<void> {
  const row = String(requestId);
  const sealed = await files.seal(transaction, row, `requested_file:${row}`, Buffer.from(bytes));
  await transaction.run(sql`
    insert into requested_statement_files (request_id, name, sealed, continue_from)
    values (${requestId}, ${name}, ${sealed}, ${continueFrom})`);
}

/** Returns the file of a request; undefined if there is none. Throws if it cannot be decrypted. */
export async function findRequestFile(database: Queryable, requestId: number): Promise<ImportedBankFile | undefined> {
  const found = await database.maybeOne<StoredFile>(sql`
    select name, sealed, continue_from from requested_statement_files
    where request_id = ${requestId}`);
  if (!found) return undefined;
  const { sealed, ...file } = found;
  return { ...file, bytes: await files.open(database, { row: String(requestId), sealed }) };
}

const IS_NO_LONGER_NEEDED = sql`r.id = f.request_id and (r.status not in ('waiting', 'approved')
  or r.created_at < slipway_now() - ${(statementLifetimesMs.answered + statementLifetimesMs.done) / 1000} * interval '1 second')`;

/**
 * Deletes the files of requests that are finished, or too old to be executed (`statementLifetimesMs`). Files contain payers'
 * names and must not be stored longer.
 */
export async function deleteFinishedRequestFiles(transaction: Transaction): Promise<void> {
  const deleted = await transaction.many<{ id: string }>(sql`
    delete from requested_statement_files f using operator_requests r where ${IS_NO_LONGER_NEEDED} returning f.request_id::text as id`);
  const subjects = deleted.map(({ id }): DataKeySubject => `requested_file:${id}`);
  if (subjects.length > 0) await shredDataKeys(transaction, subjects);
}

/** Returns true if there are files to delete. */
export async function hasFinishedRequestFiles(database: Queryable): Promise<boolean> {
  const { found } = await database.one<{ found: boolean }>(sql`
    select exists (select from requested_statement_files f, operator_requests r where ${IS_NO_LONGER_NEEDED}) as found`);
  return found;
}

/** Returns the sum, in minor units, of a currency's credits that this person imported without an approval in the last day. */
export async function sumCreditsImportedBy(
  database: Queryable,
  { who, currency }: { readonly who: string; readonly currency: string },
): Promise<bigint> {
  const { units } = await database.one<{ units: bigint }>(sql`
    select coalesce(sum(e.units), 0) as units from bank_statements s
    join bank_entries e on e.statement_hash = s.hash
    where s.imported_by = ${who} and s.imported_at > slipway_now() - interval '1 day'
      and e.direction = 'credit' and e.currency = ${currency}`);
  return units;
}
