import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { listExpectedRights, readHeldRights } from '../platform/database/roles/rightsStore.ts';
import { getRoleName, roleNames } from '../platform/database/roles/roleNames.ts';
import { createEmptyTestDatabase } from '../platform/database/testDatabase.ts';
import { migrateVariables, runMigrate } from './migrateProcess.ts';

let url: string;
let database: Database;
/** Roles belong to the whole database server: this prefix separates those of one test. */
let prefix: string;

beforeEach(async () => {
  prefix = `t${randomUUID().slice(0, 8)}_`;
  const empty = await createEmptyTestDatabase();
  url = empty.url;
  database = openDatabase(url, { maxConnections: 1 });
  onTestFinished(async () => {
    for (const { name } of await database.many<{ name: string }>(
      sql`select rolname as name from pg_roles where starts_with(rolname, ${prefix}) order by rolname desc`,
    )) {
      await database.pool.query(`reassign owned by ${name} to current_user`);
      await database.pool.query(`drop owned by ${name}`);
      await database.pool.query(`drop role ${name}`);
    }
    await database.close();
    await empty.drop();
  });
});

function migrateBy(address: string): Promise<void> {
  return runMigrate({ DATABASE_URL: address, DATABASE_ROLE_PREFIX: prefix, LOG_LEVEL: 'silent' });
}

test('creates tables, initial values and roles in an empty database, and changes nothing when repeated', async () => {
  await migrateBy(url);
  const values = () => database.many(sql`select kind, key, value, changed_at from configuration order by 1, 2`);
  const first = await values();
  expect(first.length).toBeGreaterThan(50);
  await migrateBy(url);
  expect(await values()).toEqual(first);
  for (const role of roleNames) {
    const rights = await readHeldRights(database, getRoleName(role, prefix));
    expect([...rights].toSorted()).toEqual([...listExpectedRights(role)].toSorted());
  }
});

test('names the statement for an administrator when the owner may not create roles, and continues afterwards', async () => {
  const owner = `${prefix}owner`;
  const own = new URL(url);
  own.searchParams.set('options', `-c role=${owner}`);
  await database.pool.query(`create role ${owner} nologin`);
  await database.pool.query(`alter database ${own.pathname.slice(1)} owner to ${owner}`);
  await database.pool.query(`alter schema public owner to ${owner}`);
  const statements = roleNames.map((role) => `create role ${getRoleName(role, prefix)}`).join('; ');
  await expect(migrateBy(own.href)).rejects.toThrow(
    `this role may not create roles: as a role that may, run "${statements}"`,
  );
  await database.pool.query(statements);
  await migrateBy(own.href);
  const rights = await readHeldRights(database, getRoleName('worker', prefix));
  expect([...rights].toSorted()).toEqual([...listExpectedRights('worker')].toSorted());
});

test('accepts blanks after the commas in the list of seed folders', () => {
  expect(migrateVariables.CONFIGURATION_SEEDS.parse('/one, /two ,')).toEqual(['/one', '/two']);
});

test('names missing and malformed variables', async () => {
  await expect(runMigrate({ DATABASE_ROLE_PREFIX: '1' })).rejects.toThrow(
    'DATABASE_URL is missing\nDATABASE_ROLE_PREFIX must be small letters, digits and _',
  );
});
