import { expect, test } from 'vitest';
import { queryOnce } from './queryOnce.testing.ts';
import { createTestDatabase } from './testDatabase.ts';

test('every test database is a separate copy of the migrated one', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await queryOnce(first.url, 'create table only_in_first (id integer)');
  const tables = `select table_name from information_schema.tables where table_name = 'only_in_first'`;
  expect(await queryOnce(first.url, tables)).toHaveLength(1);
  expect(await queryOnce(second.url, tables)).toHaveLength(0);
  await first.drop();
  await expect(queryOnce(first.url, 'select 1')).rejects.toThrow('does not exist');
  await second.drop();
});
