import { afterAll } from 'vitest';
import { testPersonalKeys } from '../personal/testPersonalKeys.testing.ts';
import { type Database, openDatabase } from './database.ts';
import { createTestDatabase } from './testDatabase.ts';

export type OwnDatabase = { readonly database: Database; readonly url: string };

/** A migrated database of one test file, asked for at the file's top; it goes when the file's tests have ended. */
export async function openOwnDatabase(maxConnections = 4): Promise<OwnDatabase> {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase(url, { maxConnections, personalKeys: testPersonalKeys() });
  afterAll(async () => {
    await database.close();
    await drop();
  });
  return { database, url };
}
