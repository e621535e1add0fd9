import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findEngineFault } from './findEngineFault.ts';
import { createEmptyTestDatabase, type TestDatabase } from './testDatabase.ts';

let empty: TestDatabase;

beforeAll(async () => {
  empty = await createEmptyTestDatabase();
  // Answers of other engines, found before PostgreSQL's own through the search path.
  await execute(`
    create schema weak;
    create function weak.pg_try_advisory_xact_lock(bigint) returns boolean language sql as 'select true';
    create schema cockroach;
    create function cockroach.version() returns text language sql as
      $$ select 'CockroachDB CCL v24.3.1 (x86_64-pc-linux-gnu, built 2024/12/09 18:13:12, go1.22.8)' $$;
    create schema yugabyte;
    create function yugabyte.version() returns text language sql as
      $$ select 'PostgreSQL 15.12-YB-2025.2.0.0-b0 on x86_64-pc-linux-gnu, compiled by clang' $$;
    create schema citus;
    create table citus.pg_extension (extname name);
    insert into citus.pg_extension values ('plpgsql'), ('citus');
    create schema old;
    create function old.current_setting(text) returns text language sql as $$ select '140018' $$;
  `);
});

afterAll(() => empty.drop());

async function execute(text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

function faultWith(settings: string): Promise<string | undefined> {
  const url = new URL(empty.url);
  url.searchParams.set('options', settings);
  return findEngineFault(url.href);
}

test('accepts PostgreSQL, and removes the objects that the check created', async () => {
  const relations = () => execute('select oid from pg_class order by oid');
  const before = await relations();
  expect(await findEngineFault(empty.url)).toBeUndefined();
  expect((await relations()).rows).toEqual(before.rows);
});

test.each([
  ['cockroach', /^CockroachDB is not PostgreSQL/],
  ['yugabyte', /^YugabyteDB is not PostgreSQL/],
  ['old', /older than PostgreSQL 15$/],
  ['citus', /^the extension citus is created in this database/],
  ['weak', /^its advisory locks do not exclude other sessions$/],
])('refuses a server that answers like %s', async (schema, fault) => {
  expect(await faultWith(`-c search_path=${schema},pg_catalog,public`)).toMatch(fault);
});

test('refuses a server that skips deferred constraints and triggers', async () => {
  expect(await faultWith('-c session_replication_role=replica')).toBe(
    'it does not judge deferred constraints at the end of a transaction',
  );
});

test('throws when the server does not answer', async () => {
  const url = new URL(empty.url);
  url.pathname = '/there_is_none';
  await expect(findEngineFault(url.href)).rejects.toThrow('does not exist');
});
