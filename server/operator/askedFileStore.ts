import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { shredDataKeys } from '../platform/personal/dataKeyStore.ts';
import type { Subject } from '../platform/personal/personalKeys.ts';
import { sealedFiles } from '../platform/personal/sealedRows.ts';
import { lifetimesMs } from '../platform/persons/judgeStatement.ts';

const files = sealedFiles('asked_statement_files');

/** A statement file that a person gives. */
export type FileByHand = {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The opening balance that is accepted though the statement before is missing; a decimal. Null: none is. */
  readonly continueFrom: string | null;
};

type StoredFile = Omit<FileByHand, 'bytes'> & { readonly sealed: Buffer };

/** Keeps a file until a second person has said yes to it. */
export async function insertAskedFile(
  transaction: Transaction,
  requestId: number,
  { name, bytes, continueFrom }: FileByHand,
): Promise<void> {
  const row = String(requestId);
  const sealed = await files.seal(transaction, row, `asked_file:${row}`, Buffer.from(bytes));
  await transaction.run(sql`
    insert into asked_statement_files (request_id, name, sealed, continue_from)
    values (${requestId}, ${name}, ${sealed}, ${continueFrom})`);
}

/** The file of a request; undefined where there is none. Throws for one that cannot be opened. */
export async function findAskedFile(database: Queryable, requestId: number): Promise<FileByHand | undefined> {
  const found = await database.maybeOne<StoredFile>(sql`
    select name, sealed, continue_from as "continueFrom" from asked_statement_files
    where request_id = ${requestId}`);
  if (!found) return undefined;
  const { sealed, ...file } = found;
  return { ...file, bytes: await files.open(database, { row: String(requestId), sealed }) };
}

const isAnswered = sql`r.id = f.request_id and (r.status not in ('waiting', 'approved')
  or r.created_at < slipway_now() - ${(lifetimesMs.answered + lifetimesMs.done) / 1000} * interval '1 second')`;

/**
 * A file names payers: it is kept no longer than it is asked about. Forgets those whose request is over, or so old that
 * nothing comes of a yes to it any more (`lifetimesMs`).
 */
export async function forgetAnsweredFiles(transaction: Transaction): Promise<void> {
  const forgotten = await transaction.many<{ id: string }>(sql`
    delete from asked_statement_files f using operator_requests r where ${isAnswered} returning f.request_id::text as id`);
  const subjects = forgotten.map(({ id }): Subject => `asked_file:${id}`);
  if (subjects.length > 0) await shredDataKeys(transaction, subjects);
}

/** Whether there are files to forget. */
export async function areFilesAnswered(database: Queryable): Promise<boolean> {
  const { are } = await database.one<{ are: boolean }>(sql`
    select exists (select from asked_statement_files f, operator_requests r where ${isAnswered}) as are`);
  return are;
}

/** What this person's files have credited within a day without a second person, in minor units. */
export async function creditedByHand(
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
