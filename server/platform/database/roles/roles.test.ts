import { randomUUID } from 'node:crypto';
import pg from 'pg';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { openOwnDatabase } from '../ownDatabase.testing.ts';
import { EXEMPT_TABLE } from '../tables/queueTables.ts';
import { getTableRights, type RelationName, relationNames } from '../tables/tables.ts';
import { applyGrants } from './applyGrants.ts';
import { compareRights, listExpectedRights, readHeldRights } from './rightsStore.ts';
import { roleDatabase } from './roleDatabase.testing.ts';
import { getRoleName, type RoleName, roleNames } from './roleNames.ts';

const { database, url } = await openOwnDatabase();

async function listRelations(): Promise<string[]> {
  const rows = await database.many<{ name: string }>(sql`
    select case nspname when 'public' then relname else nspname || '.' || relname end as name
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and relkind in ('r', 'p', 'v', 'm', 'f')`);
  return rows.map(({ name }) => name).filter((name) => !EXEMPT_TABLE.test(name));
}

/** Returns the rights that a role has in excess or lacks. */
async function findDifferences(role: RoleName): Promise<string[]> {
  const rights = await readHeldRights(database, getRoleName(role));
  const due = listExpectedRights(role);
  return [...[...rights].filter((line) => !due.has(line)), ...[...due].filter((line) => !rights.has(line))].toSorted();
}

async function renewGrants(prefix?: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await applyGrants(client, { prefix, createRoles: prefix !== undefined });
  } finally {
    await client.end();
  }
}

test('the table of rights has a row for every table and view, and no others', async () => {
  expect((await listRelations()).toSorted()).toEqual(relationNames.toSorted());
});

describe.each(roleNames)('the role of %s', (role) => {
  test('has exactly the rights in the tables of rights', async () => {
    expect(await findDifferences(role)).toEqual([]);
  });

  test('may call the functions of each index of a table that it changes', async () => {
    const missing = await database.many(sql`
      select indrelid::regclass::text as "table", refobjid::regprocedure::text as function
      from pg_index join pg_depend on classid = 'pg_class'::regclass and objid = indexrelid
        and refclassid = 'pg_proc'::regclass
      where (has_any_column_privilege(${getRoleName(role)}::name, indrelid, 'update')
          or has_any_column_privilege(${getRoleName(role)}::name, indrelid, 'insert'))
        and not has_function_privilege(${getRoleName(role)}::name, refobjid, 'execute')`);
    expect(missing).toEqual([]);
  });

  test('is a member of no other role and has no special privileges', async () => {
    const found = await database.many(sql`
      select r.rolsuper, r.rolcreaterole, r.rolcreatedb, r.rolbypassrls, r.rolreplication, m.roleid
      from pg_roles r left join pg_auth_members m on m.member = r.oid where r.rolname = ${getRoleName(role)}`);
    const none = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false };
    expect(found).toEqual([{ ...none, rolreplication: false, roleid: null }]);
  });

  test.each([
    'create table of_mine (id integer)',
    'create view of_mine as select 1 as one',
    "create function of_mine() returns integer language sql as 'select 1'",
    'create schema of_mine',
    'alter table orders disable trigger all',
    'alter table ledger_postings add column more integer',
    'drop trigger signed_forms_append_only on signed_forms',
    'create trigger of_mine before insert on orders for each row execute function refuse_ledger_change()',
    'truncate audit_trail',
    'drop table clock',
    "select claim_of_order(1, 'received', '', false, 1)",
    "set session_replication_role = 'replica'",
    `set role ${getRoleName(role === 'worker' ? 'operator' : 'worker')}`,
  ])('may not: %s', async (statement) => {
    const run = async () => {
      const client = new pg.Client({ connectionString: url, options: `-c role=${getRoleName(role)}` });
      await client.connect();
      try {
        // A session that logged in as the role cannot switch back to the owner; one with only `role` set could.
        await client.query(`set session authorization ${getRoleName(role)}`);
        await client.query(statement);
      } finally {
        await client.end();
      }
    };
    await expect(run()).rejects.toMatchObject({ code: '42501' });
  });
});

test('no role may change append-only tables', async () => {
  const appendOnly = await database.many<{ name: string }>(sql`
    select distinct tgrelid::regclass::text as name from pg_trigger
    where tgfoid in ('refuse_ledger_change'::regproc, 'refuse_signed_form_change'::regproc)`);
  expect(appendOnly.length).toBeGreaterThan(8);
  for (const { name } of appendOnly) {
    for (const role of roleNames)
      expect(getTableRights(role, name as RelationName), `${role} ${name}`).not.toMatch(/[wd]/);
  }
});

test.each(['audit_trail', 'audit_seals', 'person_statements', 'operator_statements'])(
  'no role may set the id of a new row in %s',
  async (table) => {
    for (const role of roleNames) {
      const { may } = await database.one<{ may: boolean }>(
        sql`select has_column_privilege(${getRoleName(role)}::name, ${table}::text, 'id', 'insert') as may`,
      );
      expect(may, role).toBe(false);
    }
  },
);

test('a new table without a row in the table of rights grants no rights', async () => {
  const name = `later_${randomUUID().replaceAll('-', '')}`;
  await database.run(sql`create table later (secret text)`);
  await database.pool.query(`create function ${name}() returns text language sql as 'select 1::text'`);
  try {
    expect(await listRelations()).toContain('later');
    for (const role of roleNames) expect(await findDifferences(role)).toEqual([]);
  } finally {
    await database.run(sql`drop table later`);
    await database.pool.query(`drop function ${name}`);
  }
});

test('finds a right that a role should not have, and ROLE=migrate revokes it', async () => {
  await database.run(sql`grant select (raw_body), delete on webhook_inbox to slipway_operator`);
  await database.run(sql`grant update on orders to public`);
  expect(await findDifferences('operator')).toEqual(
    expect.arrayContaining(['orders: update', 'webhook_inbox.raw_body: select', 'webhook_inbox: delete']),
  );
  await renewGrants();
  for (const role of roleNames) expect(await findDifferences(role)).toEqual([]);
});

test('two installations on one server have roles with different prefixes', async () => {
  const prefix = `t${randomUUID().slice(0, 8)}_`;
  const names = roleNames.map((role) => getRoleName(role, prefix));
  try {
    expect(await renewGrants(prefix)).toEqual([]);
    const rights = await readHeldRights(database, getRoleName('signer', prefix));
    expect([...rights].toSorted()).toEqual([...listExpectedRights('signer')].toSorted());
  } finally {
    for (const name of names) {
      await database.pool.query(`drop owned by ${name}`);
      await database.pool.query(`drop role ${name}`);
    }
  }
});

test('a login with two roles has the rights of both processes and no more', async () => {
  const name = `both_${randomUUID().slice(0, 8)}`;
  await database.pool.query(`create role ${name} nologin in role slipway_api, slipway_worker`);
  try {
    const rights = await readHeldRights(database, name);
    expect(compareRights(rights, ['api', 'worker'])).toEqual({ missing: [], beyond: [] });
    expect(compareRights(rights, ['signer']).missing).toContain('signed_forms: insert');
  } finally {
    await database.pool.query(`drop role ${name}`);
  }
});

test('the signer reads the clock and appends a form with only its rights', async () => {
  await roleDatabase(database, 'signer').transaction(async (transaction) => {
    await transaction.one(sql`select slipway_now() as now`);
    await transaction.run(sql`
      insert into signed_forms values (1, 'n', 'payment', '{A}', '{}', '{}', 0, 'a', 0, '{}', 't', 'b', now(), '', 'p', '[]', '[]')`);
  });
});
