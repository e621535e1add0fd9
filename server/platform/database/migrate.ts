import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url));
const FILE_NAME = /^(\d{4})_[a-z_]+\.sql$/;
/** Key of the advisory lock that serializes processes that start together: an arbitrary fixed number. */
const ADVISORY_LOCK = 7_547_929;

/**
 * How long a migration waits for a lock. Every statement that needs the table waits behind it, so the migration gives up soon,
 * lets these statements proceed and retries (https://www.postgresql.org/docs/current/explicit-locking.html).
 */
const LOCK_TIMEOUT_MS = 1_000;
const PAUSE_MS = 2_000;
const TRIES = 60;

/** First line of a file whose statements run one by one outside a transaction, which `CREATE INDEX CONCURRENTLY` needs. */
const OUTSIDE_TRANSACTION = '-- outside a transaction\n';

type MigrateOptions = {
  /** Skips files with a higher number, for tests that begin with a former schema. */
  readonly upTo?: number;
  /** The folder of the files, for tests. */
  readonly folder?: string;
  readonly lockTimeoutMs?: number;
  readonly pauseMs?: number;
  /** Called after the migrations, before the lock is released. */
  readonly afterwards?: (client: pg.Client) => Promise<void>;
};

/**
 * Migrates the database to the newest schema: numbered files, each applied once, never undone. Safe to call concurrently, and
 * again after it was interrupted. Throws if an applied file no longer exists, and if a table stays locked for minutes.
 */
export async function migrate(
  databaseUrl: string,
  {
    upTo = Infinity,
    folder = FOLDER,
    lockTimeoutMs = LOCK_TIMEOUT_MS,
    pauseMs = PAUSE_MS,
    afterwards,
  }: MigrateOptions = {},
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await client.query(
      'create table if not exists schema_migrations (number integer primary key, name text not null, applied_at timestamptz not null default now())',
    );
    for (const [number, name] of await findMissingMigrations(client, folder)) {
      if (number > upTo) continue;
      const statements = await readFile(folder + name, 'utf8');
      const record = { text: 'insert into schema_migrations (number, name) values ($1, $2)', values: [number, name] };
      if (statements.startsWith(OUTSIDE_TRANSACTION)) {
        await createIndexes(client, statements);
        await client.query(record);
      } else {
        await applyInTransaction(client, name, { statements, record, lockTimeoutMs, pauseMs });
      }
    }
    await afterwards?.(client);
  } finally {
    await client.end();
  }
}

type TransactionalMigration = {
  readonly statements: string;
  readonly record: pg.QueryConfig;
  readonly lockTimeoutMs: number;
  readonly pauseMs: number;
};

async function applyInTransaction(
  client: pg.Client,
  name: string,
  { statements, record, lockTimeoutMs, pauseMs }: TransactionalMigration,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`);
      await client.query(statements);
      await client.query(record);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      if (!isLockTimeout(error)) throw error;
      if (tries === TRIES)
        throw new Error(
          `${name} waited ${TRIES} times for a lock: end the long transactions in pg_stat_activity and migrate again`,
          { cause: error },
        );
      await sleep(pauseMs);
    }
  }
}

/** Runs the statements of a file that creates indexes while the product writes. An interrupted index is created again. */
async function createIndexes(client: pg.Client, statements: string): Promise<void> {
  const withoutComments = statements.replaceAll(/^\s*--.*$/gm, '');
  for (const statement of withoutComments.split(';').map((each) => each.trim())) {
    if (statement === '') continue;
    const index = /^create (?:unique )?index concurrently (\w+) on /.exec(statement)?.[1];
    if (!index) throw new Error(`not a "create index concurrently NAME on": ${statement}`);
    const { rows } = await client.query<{ valid: boolean }>(
      'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
      [index],
    );
    if (rows[0]?.valid) continue;
    if (rows[0]) await client.query(`drop index concurrently ${pg.escapeIdentifier(index)}`);
    await client.query(statement);
  }
}

/** Returns true for PostgreSQL's `lock_not_available`. */
function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03';
}

/** Returns the files not yet applied, by number, in order. Throws if the database has a migration without a file. */
export async function findMissingMigrations(
  client: Pick<pg.Client, 'query'>,
  folder = FOLDER,
): Promise<Map<number, string>> {
  const { rows } = await client.query<{ number: number; name: string }>('select number, name from schema_migrations');
  const files = await listMigrationFiles(folder);
  for (const { number, name } of rows) {
    if (files.get(number) !== name)
      throw new Error(`the database has migration ${name}, which this version does not know`);
    files.delete(number);
  }
  return files;
}

/** Returns the file names by number, in order. */
async function listMigrationFiles(folder: string): Promise<Map<number, string>> {
  const names = (await readdir(folder)).filter((name) => FILE_NAME.test(name)).toSorted();
  return new Map(names.map((name) => [Number(name.slice(0, 4)), name]));
}
