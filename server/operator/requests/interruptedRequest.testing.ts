import { expect } from 'vitest';
import { findRequest } from '../../action/requests/requestStore.ts';
import type { Database } from '../../platform/database/database.ts';

type StartedWork = {
  /** The id of the request to execute. */
  readonly id: number;
  work(database: Database): Promise<void>;
  /** Asserts the effect of the request, which must be the same however often the work began. */
  expectEffect(): Promise<void>;
};

/**
 * For each commit of the work, begins a new request, ends the worker after that commit, and lets another worker continue.
 * Asserts that the request is then done, as without an interruption.
 */
export async function expectDoneAfterAnyCrash(database: Database, begin: () => Promise<StartedWork>): Promise<void> {
  for (let commits = 1; ; commits += 1) {
    const { id, work, expectEffect } = await begin();
    const ending = createCrashingDatabase(database, commits);
    await work(ending.database);
    await work(database);
    const message = `crashed after commit ${commits}`;
    expect(await findRequest(database, id), message).toMatchObject({ status: 'done' });
    await expectEffect();
    if (!ending.hasEnded()) return;
  }
}

/** Returns the database of a process that ends after this many commits: every later query fails. */
function createCrashingDatabase(
  database: Database,
  commits: number,
): { readonly database: Database; hasEnded(): boolean } {
  let left = commits;
  const requireAlive = () => {
    if (left <= 0) throw new Error('the process has ended');
  };
  return {
    database: {
      ...database,
      many: async (statement) => (requireAlive(), database.many(statement)),
      one: async (statement) => (requireAlive(), database.one(statement)),
      maybeOne: async (statement) => (requireAlive(), database.maybeOne(statement)),
      run: async (statement) => (requireAlive(), database.run(statement)),
      async transaction(work) {
        requireAlive();
        const done = await database.transaction(work);
        left -= 1;
        requireAlive();
        return done;
      },
    },
    hasEnded: () => left <= 0,
  };
}

/**
 * Runs two workers on a request. The first pauses after a query whose text contains `where`, until the second has crashed
 * after its first commit; then the first continues.
 */
export async function runBetweenReadAndLock(
  database: Database,
  where: string,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const isReached = Promise.withResolvers<void>();
  const mayContinue = Promise.withResolvers<void>();
  const pausedDatabase: Database = {
    ...database,
    async maybeOne(statement) {
      const found = await database.maybeOne(statement);
      if (!statement.text.includes(where)) return found as never;
      isReached.resolve();
      await mayContinue.promise;
      return found as never;
    },
  };
  const late = work(pausedDatabase);
  await isReached.promise;
  await work(createCrashingDatabase(database, 1).database);
  mayContinue.resolve();
  await late;
}
