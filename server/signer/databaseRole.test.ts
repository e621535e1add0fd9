import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';

const { database } = await openOwnDatabase(2);
/** Roles belong to the whole server of databases: this one to this test. */
const ROLE = `signer_${process.pid}`;

/** As docs/operating.md tells an operator to grant them. */
const GRANTS = [
  `grant select on all tables in schema public to ${ROLE}`,
  `grant insert on signed_forms, signer_releases to ${ROLE}`,
];

test('the role of the signer reads every table, and writes none but its own, whatever tables there come to be', async () => {
  const run = (statement: string) => database.pool.query(statement);
  await run(`create role ${ROLE} nologin`);
  try {
    for (const grant of GRANTS) await run(grant);
    const rights = await database.many<{ table: string; right: string; has: boolean }>(sql`
      select c.relname as table, r as right, has_table_privilege(${ROLE}, c.oid, r) as has
      from pg_class c join pg_namespace n on n.oid = c.relnamespace,
        unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as r
      where n.nspname = 'public' and c.relkind in ('r', 'p')`);
    const tables = new Set(rights.map(({ table }) => table));
    expect(tables.size).toBeGreaterThan(50);
    const held = rights.filter(({ has }) => has);
    expect(held.filter(({ right }) => right === 'select')).toHaveLength(tables.size);
    const written = held.filter(({ right }) => right !== 'select').map(({ table, right }) => `${right} ${table}`);
    expect(written.toSorted()).toEqual(['insert signed_forms', 'insert signer_releases']);
    // It works with no more than that: its clock, and the columns that it writes.
    await database.transaction(async (transaction) => {
      await transaction.executeSql(`set local role ${ROLE}`);
      await transaction.one(sql`select slipway_now() as now`);
      await transaction.run(sql`
        insert into signed_forms values (1, 'n', 'payment', '{A}', '{}', '{}', 0, 'a', 0, '{}', 't', 'b', now(), '')`);
    });
  } finally {
    await run(`drop owned by ${ROLE}`);
    await run(`drop role ${ROLE}`);
  }
});
