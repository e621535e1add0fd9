import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitFor } from '../../../tools/patience/waitFor.testing.ts';
import { migrate } from './migrate.ts';
import { createEmptyTestDatabase } from './testDatabase.ts';

let folder: string;
let url: string;
let dropDatabase: () => Promise<void>;
const clients: pg.Client[] = [];

beforeEach(async () => {
  folder = `${mkdtempSync(join(tmpdir(), 'slipway-migrations-'))}/`;
  const created = await createEmptyTestDatabase();
  url = created.url;
  dropDatabase = created.drop;
  writeMigration(
    '0001_orders.sql',
    'create table orders_here (id integer primary key); insert into orders_here values (1);',
  );
  await migrate(url, { folder });
});

afterEach(async () => {
  rmSync(folder, { recursive: true });
  await Promise.all(clients.splice(0).map((client) => client.end()));
  await dropDatabase();
});

function writeMigration(name: string, statements: string): void {
  writeFileSync(folder + name, statements);
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  clients.push(client);
  return client;
}

async function listAppliedNumbers(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ number: number }>('select number from schema_migrations order by 1');
  return rows.map(({ number }) => number);
}

test('lets other statements proceed while it waits for the lock of a long read, and is applied afterwards', async () => {
  const [reader, writer] = [await connect(), await connect()];
  await reader.query('begin; select * from orders_here');
  writeMigration('0002_column.sql', 'alter table orders_here add column note text;');
  const migrated = migrate(url, { folder, lockTimeoutMs: 200, pauseMs: 10 });
  const waiting = `select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock'
    and database = (select oid from pg_database where datname = current_database())`;
  await waitFor(async () => expect((await writer.query(waiting)).rowCount).toBe(1));
  // Would wait as long as the read, behind the migration.
  await writer.query('insert into orders_here values (2)');
  expect(await listAppliedNumbers(writer)).toEqual([1]);
  await reader.query('commit');
  await migrated;
  expect((await writer.query('select id, note from orders_here order by id')).rows).toEqual([
    { id: 1, note: null },
    { id: 2, note: null },
  ]);
  expect(await listAppliedNumbers(writer)).toEqual([1, 2]);
});

test('applies nothing of a migration that fails', async () => {
  writeMigration('0002_fails.sql', 'create table half (id integer); select 1 / 0;');
  await expect(migrate(url, { folder })).rejects.toThrow('division by zero');
  const client = await connect();
  expect((await client.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }]);
  expect(await listAppliedNumbers(client)).toEqual([1]);
});

test('creates indexes outside a transaction, and again one that was interrupted', async () => {
  const client = await connect();
  await client.query('insert into orders_here values (7)');
  await client.query('create table twice (id integer); insert into twice values (1), (1)');
  // Leaves an invalid index, like an interrupted one.
  await expect(client.query('create unique index concurrently twice_by_id on twice (id)')).rejects.toThrow();
  await client.query('delete from twice');
  writeMigration(
    '0002_indexes.sql',
    `-- outside a transaction
-- For reports.
create index concurrently orders_here_by_id on orders_here (id);
create unique index concurrently twice_by_id on twice (id);
`,
  );
  await migrate(url, { folder });
  const { rows } = await client.query(
    "select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indexrelid::regclass::text like any (array['orders\\_here\\_by%', 'twice%']) order by 1",
  );
  expect(rows).toEqual([
    { name: 'orders_here_by_id', valid: true },
    { name: 'twice_by_id', valid: true },
  ]);
  expect(await listAppliedNumbers(client)).toEqual([1, 2]);
});

test('refuses other statements outside a transaction', async () => {
  writeMigration('0002_other.sql', '-- outside a transaction\nupdate orders_here set id = 3;');
  await expect(migrate(url, { folder })).rejects.toThrow('create index concurrently');
});

test('reports the migration and what to do when a table stays locked', async () => {
  const reader = await connect();
  await reader.query('begin; select * from orders_here');
  writeMigration('0002_column.sql', 'alter table orders_here add column note text;');
  await expect(migrate(url, { folder, pauseMs: 0, lockTimeoutMs: 1 })).rejects.toThrow(
    /0002_column\.sql waited \d+ times for a lock: end the long transactions/,
  );
});
