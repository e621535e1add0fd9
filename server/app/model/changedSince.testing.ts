import type { Sql } from 'sql-template-tag';
import type { Database, Queryable } from '../../platform/database/database.ts';

/** A database that one life uses alone, and how often it may have been written to. */
export type WatchedDatabase = { readonly database: Database; changes(): number };

const READS = /^\s*select\b/;

/** Counts every transaction and every statement that is not a plain select: what was read before stays true until then. */
export function watchChanges(database: Database): WatchedDatabase {
  let count = 0;
  // Before and after: what is read meanwhile is never taken for what is there in the end.
  async function countedWhole<T>(work: () => Promise<T>): Promise<T> {
    count += 1;
    return work().finally(() => {
      count += 1;
    });
  }
  async function counted<T>(statement: Sql, work: () => Promise<T>): Promise<T> {
    return READS.test(statement.text) ? work() : countedWhole(work);
  }
  const watched: Queryable & Pick<Database, 'transaction' | 'repeatableTransaction'> = {
    personalKeys: database.personalKeys,
    many: (statement) => counted(statement, () => database.many(statement)),
    one: (statement) => counted(statement, () => database.one(statement)),
    maybeOne: (statement) => counted(statement, () => database.maybeOne(statement)),
    run: (statement) => counted(statement, () => database.run(statement)),
    transaction: (work) => countedWhole(() => database.transaction(work)),
    repeatableTransaction: (work) => countedWhole(() => database.repeatableTransaction(work)),
  };
  return { database: { ...database, ...watched }, changes: () => count };
}

/** A read that is asked again only after a change. */
export function readAgainAfter<T>(changes: () => number, read: () => Promise<T>): () => Promise<T> {
  let known: { readonly at: number; readonly value: T } | undefined;
  return async () => {
    const at = changes();
    if (known?.at !== at) known = { at, value: await read() };
    return known.value;
  };
}
