import { afterAll, onTestFinished } from 'vitest';
import { patienceMs } from '../../../tools/patience/patience.ts';
import { testPersonalKeys } from '../personal/testPersonalKeys.testing.ts';
import { type Database, openDatabase } from './database.ts';
import { createTestDatabase } from './testDatabase.ts';

export type OwnDatabase = { readonly database: Database; readonly url: string };

/** Opens a migrated database for a test file and drops it after the file's tests. Call it at the top of the file. */
export async function openOwnDatabase(maxConnections = 4): Promise<OwnDatabase> {
  const { close, ...own } = await openTestDatabase(maxConnections);
  afterAll(close);
  return own;
}

/** Opens a migrated database for one test and drops it when the test has ended. */
export async function openDatabaseOfTest(maxConnections = 4): Promise<OwnDatabase> {
  const { close, ...own } = await openTestDatabase(maxConnections);
  onTestFinished(close);
  return own;
}

async function openTestDatabase(maxConnections: number): Promise<OwnDatabase & { close(): Promise<void> }> {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase(url, {
    maxConnections,
    personalKeys: testPersonalKeys(),
    connectTimeoutMs: patienceMs,
  });
  return {
    database,
    url,
    async close() {
      await database.close();
      await drop();
    },
  };
}
