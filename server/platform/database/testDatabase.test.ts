import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './testDatabase.ts';

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows as unknown[];
  } finally {
    await client.end();
  }
}

test('every test database is its own copy of the migrated one', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await query(first.url, 'create table only_in_first (id integer)');
  const tables = `select table_name from information_schema.tables where table_name = 'only_in_first'`;
  expect(await query(first.url, tables)).toHaveLength(1);
  expect(await query(second.url, tables)).toHaveLength(0);
  await first.drop();
  await expect(query(first.url, 'select 1')).rejects.toThrow('does not exist');
  await second.drop();
});
