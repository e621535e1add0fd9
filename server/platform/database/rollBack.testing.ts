import type { Database, Transaction } from './database.ts';

class RolledBack extends Error {}

/** Runs the work in a transaction that is never committed, so that other tests do not see its changes. */
export async function rollBack(database: Database, work: (transaction: Transaction) => Promise<void>): Promise<void> {
  await database
    .transaction(async (transaction) => {
      await work(transaction);
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
}
