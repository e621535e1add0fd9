import { readFileSync } from 'node:fs';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';

const { database } = await openOwnDatabase();

test('docs/data-protection.md lists every table of the database once', async () => {
  const page = readFileSync(new URL('../../docs/data-protection.md', import.meta.url), 'utf8');
  const [, lists = ''] = page.split(/^(?=## Secret)/m);
  const listedNames = [...lists.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  const tables = await database.many<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not like '%migration%'`);
  expect(tables.length).toBeGreaterThan(70);
  expect(listedNames.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
});
