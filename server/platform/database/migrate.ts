import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url));
const FILE_NAME = /^(\d{4})_[a-z_]+\.sql$/;
/** Arbitrary fixed number: serializes processes that start together. */
const ADVISORY_LOCK = 7_547_929;

type MigrateOptions = {
  /** Skips files with a higher number, for tests that begin with a former schema. */
  readonly upTo?: number;
  /** Further updates before the lock is released. */
  readonly afterwards?: (client: pg.Client) => Promise<void>;
};

/**
 * Migrates the database to the newest schema: numbered files, each applied once in its own transaction, never undone. Safe to
 * call concurrently. Throws if an applied file no longer exists.
 */
export async function migrate(
  databaseUrl: string,
  { upTo = Infinity, afterwards }: MigrateOptions = {},
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await client.query(
      'create table if not exists schema_migrations (number integer primary key, name text not null, applied_at timestamptz not null default now())',
    );
    for (const [number, name] of await findMissingMigrations(client)) {
      if (number > upTo) continue;
      const statements = await readFile(FOLDER + name, 'utf8');
      await client.query('begin');
      await client.query(statements);
      await client.query('insert into schema_migrations (number, name) values ($1, $2)', [number, name]);
      await client.query('commit');
    }
    await afterwards?.(client);
  } finally {
    await client.end();
  }
}

/** Returns the files not yet applied, by number, in order. Throws if the database has a migration without a file. */
export async function findMissingMigrations(client: Pick<pg.Client, 'query'>): Promise<Map<number, string>> {
  const { rows } = await client.query<{ number: number; name: string }>('select number, name from schema_migrations');
  const files = await listMigrationFiles();
  for (const { number, name } of rows) {
    if (files.get(number) !== name)
      throw new Error(`the database has migration ${name}, which this version does not know`);
    files.delete(number);
  }
  return files;
}

/** Returns the file names by number, in order. */
async function listMigrationFiles(): Promise<Map<number, string>> {
  const names = (await readdir(FOLDER)).filter((name) => FILE_NAME.test(name)).toSorted();
  return new Map(names.map((name) => [Number(name.slice(0, 4)), name]));
}
