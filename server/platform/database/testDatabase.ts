import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { queryOnce } from './queryOnce.testing.ts';
import { getRoleName, type RoleName } from './roles/roleNames.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL that a test file with a database requests: the request starts the run's server and returns its address. */
    testDatabasesUrl: string;
  }
}

/** A migrated, empty database for one test file. */
export type TestDatabase = { readonly url: string; drop(): Promise<void> };

/** Name of the migrated database that all test databases are copied from. */
const TEMPLATE = 'slipway';

/** Creates a database for a test file. Dropping it is optional, since the server is removed at the end of the run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await testServerUrl();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copies the files; copying through the log takes several times as long.
  await execute(server, `create database ${name} template ${TEMPLATE} strategy file_copy`);
  return {
    url: onDatabase(server, name),
    drop: () => execute(server, `drop database if exists ${name} with (force)`),
  };
}

/** Like {@link createTestDatabase}, without a schema: for tests that create it themselves. */
export async function createEmptyTestDatabase(): Promise<TestDatabase> {
  const server = await testServerUrl();
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  await execute(server, `create database ${name}`);
  return {
    url: onDatabase(server, name),
    drop: () => execute(server, `drop database if exists ${name} with (force)`),
  };
}

/** Returns the URL of the same database with only a process's rights. */
export function asRole(url: string, role: RoleName): string {
  const own = new URL(url);
  own.searchParams.set('options', `-c role=${getRoleName(role)}`);
  return own.href;
}

async function testServerUrl(): Promise<string> {
  // A kept-alive connection might be closed just when the next request is sent.
  const answer = await fetch(inject('testDatabasesUrl'), { headers: { connection: 'close' } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

function onDatabase(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href;
}

/** Connects to the maintenance database: a template cannot be copied while it has connections. */
async function execute(server: string, statement: string): Promise<void> {
  await queryOnce(onDatabase(server, 'postgres'), statement);
}
