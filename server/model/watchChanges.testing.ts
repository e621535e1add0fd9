import type { Sql } from 'sql-template-tag';
import type { Database, Queryable } from '../platform/database/database.ts';

/** A database used by a single run, and a count of its possible writes. */
export type WatchedDatabase = { readonly database: Database; changes(): number };

const SELECT_PATTERN = /^\s*select\b/;

/**
 * Returns the database with a count that changes with every transaction and every statement that is not a plain select: a read
 * stays valid while the count is the same.
 */
export function watchChanges(database: Database): WatchedDatabase {
  let count = 0;
  // Counts before and after: a concurrent read is never taken for the final state.
  async function countAround<T>(work: () => Promise<T>): Promise<T> {
    count += 1;
    return work().finally(() => {
      count += 1;
    });
  }
  async function runCounted<T>(statement: Sql, work: () => Promise<T>): Promise<T> {
    return SELECT_PATTERN.test(statement.text) ? work() : countAround(work);
  }
  const watched: Queryable & Pick<Database, 'transaction' | 'repeatableTransaction'> = {
    personalKeys: database.personalKeys,
    many: (statement) => runCounted(statement, () => database.many(statement)),
    one: (statement) => runCounted(statement, () => database.one(statement)),
    maybeOne: (statement) => runCounted(statement, () => database.maybeOne(statement)),
    run: (statement) => runCounted(statement, () => database.run(statement)),
    transaction: (work) => countAround(() => database.transaction(work)),
    repeatableTransaction: (work) => countAround(() => database.repeatableTransaction(work)),
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
