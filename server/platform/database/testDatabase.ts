import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { queryOnce } from './queryOnce.testing.ts';
import { databaseRole, type RoleName } from './roles/roleNames.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Asked once by a test file that needs a database: the run's server starts then, and answers with its address. */
    testDatabasesUrl: string;
  }
}

/** A migrated, empty database of its own. */
export type TestDatabase = { readonly url: string; drop(): Promise<void> };

/** Name of the migrated database of which every test database is a copy. */
const TEMPLATE = 'slipway';

/** For tests: one per test file is quick enough. The whole server goes when the run ends, so dropping is a courtesy. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await testServerUrl();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Its files are copied as they lie there: through the log it takes several times as long.
  await execute(server, `create database ${name} template ${TEMPLATE} strategy file_copy`);
  return {
    url: onDatabase(server, name),
    drop: () => execute(server, `drop database if exists ${name} with (force)`),
  };
}

/** As {@link createTestDatabase}, without a schema: for tests that lay one themselves. */
export async function createEmptyTestDatabase(): Promise<TestDatabase> {
  const server = await testServerUrl();
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  await execute(server, `create database ${name}`);
  return {
    url: onDatabase(server, name),
    drop: () => execute(server, `drop database if exists ${name} with (force)`),
  };
}

/** The same database with a process's rights and no others. */
export function asRole(url: string, role: RoleName): string {
  const own = new URL(url);
  own.searchParams.set('options', `-c role=${databaseRole(role)}`);
  return own.href;
}

async function testServerUrl(): Promise<string> {
  // A connection that is kept for the next question may be closed just when that is asked.
  const answer = await fetch(inject('testDatabasesUrl'), { headers: { connection: 'close' } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

function onDatabase(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href;
}

/** From the maintenance database: a template cannot be copied while it has connections. */
async function execute(server: string, statement: string): Promise<void> {
  await queryOnce(onDatabase(server, 'postgres'), statement);
}
