import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';

/** A statement file that a person gives. */
export type FileByHand = {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The opening balance that is accepted though the statement before is missing; a decimal. Null: none is. */
  readonly continueFrom: string | null;
};

/** Keeps a file until a second person has said yes to it. */
export async function insertAskedFile(
  transaction: Transaction,
  requestId: number,
  { name, bytes, continueFrom }: FileByHand,
): Promise<void> {
  await transaction.run(sql`
    insert into asked_statement_files (request_id, name, content, continue_from)
    values (${requestId}, ${name}, ${Buffer.from(bytes)}, ${continueFrom})`);
}

/** The file of a request. Throws where there is none. */
export async function findAskedFile(database: Queryable, requestId: number): Promise<FileByHand> {
  return database.one<FileByHand>(sql`
    select name, content as bytes, continue_from as "continueFrom" from asked_statement_files
    where request_id = ${requestId}`);
}

/** A file names payers: it is kept no longer than it is asked about. Nothing for any other request. */
export async function forgetAskedFile(database: Queryable, requestId: number): Promise<void> {
  await database.run(sql`delete from asked_statement_files where request_id = ${requestId}`);
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
