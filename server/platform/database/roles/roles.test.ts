import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { openOwnDatabase } from '../ownDatabase.testing.ts';
import { heldRights, rightsOf } from './rightsStore.ts';
import { databaseRole, roleNames } from './roleNames.ts';
import { tableRights, WITHOUT_ROW } from './tableRights.ts';

const { database } = await openOwnDatabase();

async function relations(): Promise<string[]> {
  const rows = await database.many<{ name: string }>(sql`
    select case nspname when 'public' then relname else nspname || '.' || relname end as name
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and relkind in ('r', 'p', 'v', 'm', 'f')`);
  return rows.map(({ name }) => name).filter((name) => !WITHOUT_ROW.test(name));
}

test('every table and view has a row, and every row has its table', async () => {
  expect(await relations()).toEqual(expect.arrayContaining(Object.keys(tableRights)));
  expect(Object.keys(tableRights)).toEqual(expect.arrayContaining(await relations()));
});

describe.each(roleNames)('the role of %s', (role) => {
  test('may what the tables of rights say, and nothing else', async () => {
    const held = await heldRights(database, databaseRole(role));
    expect([...held].toSorted()).toEqual([...rightsOf(role)].toSorted());
  });
});
