import { expect } from 'vitest';
import type { Database } from '../platform/database/database.ts';
import { findRequest } from './requestStore.ts';

type Begun = {
  /** Of the request that the work is to do. */
  readonly id: number;
  work(database: Database): Promise<void>;
  /** What is true once it is done, however often it was begun. */
  holds(): Promise<void>;
};

/**
 * Begins a request anew for each of its commits, ends the worker after that one, and lets another go on: at the end it is
 * done, and as it would have been without.
 */
export async function expectDoneWhereverItEnds(database: Database, begin: () => Promise<Begun>): Promise<void> {
  for (let commits = 1; ; commits += 1) {
    const { id, work, holds } = await begin();
    const ending = endingAfter(database, commits);
    await work(ending.database);
    await work(database);
    const said = `broken off after ${commits} of its commits`;
    expect(await findRequest(database, id), said).toMatchObject({ status: 'done' });
    await holds();
    if (!ending.hasEnded()) return;
  }
}

/** The database of a process that ends right after so many commits: whatever it asks from then on fails. */
function endingAfter(database: Database, commits: number): { readonly database: Database; hasEnded(): boolean } {
  let left = commits;
  const alive = () => {
    if (left <= 0) throw new Error('the process has ended');
  };
  return {
    database: {
      ...database,
      many: async (statement) => (alive(), database.many(statement)),
      one: async (statement) => (alive(), database.one(statement)),
      maybeOne: async (statement) => (alive(), database.maybeOne(statement)),
      run: async (statement) => (alive(), database.run(statement)),
      async transaction(work) {
        alive();
        const done = await database.transaction(work);
        left -= 1;
        alive();
        return done;
      },
    },
    hasEnded: () => left <= 0,
  };
}

/**
 * Has two workers do a request side by side, at the worst moment: one has read `where` in a statement and is held there until
 * the other has broken off after its first commit.
 */
export async function betweenReadAndLock(
  database: Database,
  where: string,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const isReached = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const held: Database = {
    ...database,
    async maybeOne(statement) {
      const found = await database.maybeOne(statement);
      if (!statement.text.includes(where)) return found as never;
      isReached.resolve();
      await goesOn.promise;
      return found as never;
    },
  };
  const late = work(held);
  await isReached.promise;
  await work(endingAfter(database, 1).database);
  goesOn.resolve();
  await late;
}
