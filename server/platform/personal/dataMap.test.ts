import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openOwnDatabase } from '../database/ownDatabase.testing.ts';
import { tableAreas } from '../database/tables/tables.ts';
import { drawDataMap } from './dataMap.ts';

const descriptions = tableAreas.flatMap(([, tables]) => Object.entries(tables));
const { database } = await openOwnDatabase(1);

async function columns(): Promise<{ table: string; column: string }[]> {
  return database.many(sql`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, 2`);
}

test('maps every column of the schema once', async () => {
  const mapped = descriptions.flatMap(([table, { personal, other }]) =>
    [...Object.keys(personal), ...other.split(' ').filter((name) => name !== '')].map((column) => `${table}.${column}`),
  );
  expect(new Set(mapped).size).toBe(mapped.length);
  expect(mapped.toSorted()).toEqual((await columns()).map(({ table, column }) => `${table}.${column}`).toSorted());
});

test('stores sealed and hashed columns as bytes, not text', async () => {
  for (const [table, { personal }] of descriptions) {
    for (const [column, [protection]] of Object.entries(personal)) {
      if (protection === 'in the clear') continue;
      const { type } = await database.one<{ type: string }>(sql`
        select data_type as type from information_schema.columns
        where table_schema = 'public' and table_name = ${table} and column_name = ${column}`);
      // Digests are looked up in hexadecimal.
      expect([table, column, type]).toEqual([table, column, column === 'subject' ? 'text' : 'bytea']);
    }
  }
});

test('docs/personal-data.md matches the map: npm run draw', async () => {
  const file = fileURLToPath(new URL('../../../docs/personal-data.md', import.meta.url));
  expect(await readFile(file, 'utf8')).toBe(drawDataMap());
});
