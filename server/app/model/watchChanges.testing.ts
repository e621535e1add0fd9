import type { Sql } from 'sql-template-tag';
import type { Database, Queryable } from '../../platform/database/database.ts';

/** A database used by a single run, and a count of its possible writes. */
export type WatchedDatabase = { readonly database: Database; changes(): number };

const SELECT_PATTERN = /^\s*select\b/;

/** Counts every transaction and every statement that is not a plain select: earlier reads stay valid until the next one. */
export function watchChanges(database: Database): WatchedDatabase {
  let count = 0;
  // Counts before and after: a concurrent read is never taken for the final state.
  async function countedWhole<T>(work: () => Promise<T>): Promise<T> {
    count += 1;
    return work().finally(() => {
      count += 1;
    });
  }
  async function counted<T>(statement: Sql, work: () => Promise<T>): Promise<T> {
    return SELECT_PATTERN.test(statement.text) ? work() : countedWhole(work);
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

/** Returns a read that is repeated only after a change. */
export function cacheUntilChange<T>(changes: () => number, read: () => Promise<T>): () => Promise<T> {
  let cached: { readonly at: number; readonly value: T } | undefined;
  return async () => {
    const at = changes();
    if (cached?.at !== at) cached = { at, value: await read() };
    return cached.value;
  };
}
