import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../database/database.ts';
import type { DataKeySubject, WrappedDataKey } from './personalKeys.ts';

const COLUMNS = sql`id, subject, wrapped_by, wrapped`;

/** Returns a subject's data key, locked against shredding until the transaction ends. */
export async function lockDataKeyOfSubject(database: Queryable, subject: string): Promise<WrappedDataKey | undefined> {
  return database.maybeOne<WrappedDataKey>(
    sql`select ${COLUMNS} from data_keys where subject = ${subject} for key share`,
  );
}

/** Inserts a data key unless the subject already has one. */
export async function insertDataKey(database: Queryable, made: WrappedDataKey): Promise<void> {
  await database.run(sql`
    insert into data_keys (id, subject, wrapped_by, wrapped, created_at, wrapped_at)
    values (${made.id}, ${made.subject}, ${made.wrappedBy}, ${made.wrapped}, slipway_now(), slipway_now())
    on conflict (subject) do nothing`);
}

export async function findDataKeys(database: Queryable, ids: readonly string[]): Promise<WrappedDataKey[]> {
  return database.many<WrappedDataKey>(sql`select ${COLUMNS} from data_keys where id = any(${[...ids]}::uuid[])`);
}

/** Deletes the data keys of subjects: everything sealed for them becomes unreadable. */
export async function shredDataKeys(database: Queryable, subjects: readonly DataKeySubject[]): Promise<void> {
  await database.run(sql`delete from data_keys where subject = any(${[...subjects]})`);
}

/**
 * Returns data keys after an id that are not wrapped by the newest key, locked against other workers but not against sealing.
 * Skips those that are locked already.
 */
export async function takeDataKeysToRewrap(
  transaction: Transaction,
  { newest, after, limit }: { readonly newest: string; readonly after: string; readonly limit: number },
): Promise<WrappedDataKey[]> {
  return transaction.many<WrappedDataKey>(sql`
    select ${COLUMNS} from data_keys where wrapped_by <> ${newest} and id > ${after}::uuid
    order by id limit ${limit} for no key update skip locked`);
}

export async function updateWrapping(
  transaction: Transaction,
  { id, wrappedBy, wrapped }: WrappedDataKey,
): Promise<void> {
  await transaction.run(sql`
    update data_keys set wrapped_by = ${wrappedBy}, wrapped = ${wrapped}, wrapped_at = slipway_now() where id = ${id}`);
}

/** Returns one data key per wrapping key in use. */
export async function sampleDataKeys(database: Queryable): Promise<WrappedDataKey[]> {
  return database.many<WrappedDataKey>(
    sql`select distinct on (wrapped_by) ${COLUMNS} from data_keys order by wrapped_by`,
  );
}

export async function countDataKeys(database: Queryable): Promise<{ wrappedBy: string; count: number }[]> {
  return database.many(
    sql`select wrapped_by, count(*) as count from data_keys group by wrapped_by order by wrapped_by`,
  );
}
