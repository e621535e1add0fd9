import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
/** Schema of the copied tables. */
const SCHEMA = 'bench_limit';
const RUNS_PER_FIGURE = 5;
const DEBIAN_BINARIES = '/usr/lib/postgresql';

export type RowWriteFigures = {
  /** Transactions per second in the median of five runs of pgbench. */
  readonly perSecond: number;
  /** Latency of one transaction in the same run. */
  readonly p50Ms: number;
  readonly p99Ms: number;
};

/** Returns how many rows were inserted into each table since the server's statistics began. */
export async function readInsertedRows(client: pg.Client): Promise<ReadonlyMap<string, number>> {
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ relname: string; inserted: string }>(
    `select relname, n_tup_ins as inserted from pg_stat_user_tables where schemaname = 'public'`,
  );
  return new Map(rows.map(({ relname, inserted }) => [relname, Number(inserted)]));
}

/**
 * Measures the database's limit: pgbench writes the rows of an order into copies of the tables, one transaction per order.
 * Returns undefined if pgbench is not installed.
 */
export async function measureRowWrites(
  databaseUrl: string,
  tables: readonly string[],
  { clients, seconds, folder }: { readonly clients: number; readonly seconds: number; readonly folder: string },
): Promise<RowWriteFigures | undefined> {
  const pgbench = await findPgbench();
  if (!pgbench) return undefined;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`drop schema if exists ${SCHEMA} cascade; create schema ${SCHEMA}`);
    const inserts = [];
    for (const table of tables) inserts.push(await copyTableForInserts(client, table));
    const script = join(folder, 'order.sql');
    await mkdir(folder, { recursive: true });
    await writeFile(script, ['BEGIN;', ...inserts, 'COMMIT;', ''].join('\n'));
    const runs: RowWriteFigures[] = [];
    for (let round = 0; round < RUNS_PER_FIGURE; round += 1) {
      const logFolder = await mkdtemp(join(folder, 'round-'));
      const load = ['-n', '-c', String(clients), '-j', '2', '-T', String(seconds), '--log'];
      const { stdout } = await run(pgbench, [...load, '-f', script, databaseUrl], { cwd: logFolder });
      runs.push({ perSecond: Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]), ...(await readLatencies(logFolder)) });
      await rm(logFolder, { recursive: true });
    }
    const medianRun = runs.toSorted((one, other) => one.perSecond - other.perSecond)[Math.floor(RUNS_PER_FIGURE / 2)];
    if (!medianRun) throw new Error('pgbench did not run.');
    return medianRun;
  } finally {
    await client.query(`drop schema if exists ${SCHEMA} cascade`);
    await client.end();
  }
}

/** Reads pgbench's transaction logs: each line starts with client, number and microseconds. */
async function readLatencies(folder: string): Promise<Pick<RowWriteFigures, 'p50Ms' | 'p99Ms'>> {
  const logs = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
  const lines = logs.flatMap((log) => log.trimEnd().split('\n'));
  const latencies = lines.map((line) => Number(line.split(' ')[2]) / 1000).toSorted((one, other) => one - other);
  const computeQuantile = (share: number) => latencies[Math.floor(share * latencies.length)] ?? Number.NaN;
  return { p50Ms: computeQuantile(0.5), p99Ms: computeQuantile(0.99) };
}

async function findPgbench(): Promise<string | undefined> {
  const versions = existsSync(DEBIAN_BINARIES) ? await readdir(DEBIAN_BINARIES) : [];
  const newestFirst = versions.toSorted().toReversed();
  const places = newestFirst.map((version) => join(DEBIAN_BINARIES, version, 'bin'));
  return [...places, ...(process.env['PATH'] ?? '').split(':')]
    .map((place) => join(place, 'pgbench'))
    .find((path) => existsSync(path));
}

type Column = {
  readonly name: string;
  readonly type: string;
  readonly isUnique: boolean;
  /** True if the database generates the value. */
  readonly isGenerated: boolean;
};

/** Creates a table with the same columns, checks and indexes, and returns an insert of its newest row with new keys. */
async function copyTableForInserts(client: pg.Client, table: string): Promise<string> {
  await client.query(`create table if not exists ${SCHEMA}.${table} (like public.${table} including all)`);
  const { rows: columns } = await client.query<Column>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
            exists (select 1 from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any(i.indkey)) as "isUnique",
            a.attidentity <> '' or a.attgenerated <> '' as "isGenerated"
     from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [`public.${table}`],
  );
  const written = columns.filter(({ isGenerated }) => !isGenerated);
  const texts = written.map(({ name }) => `quote_nullable(t."${name}"::text)`).join(', ');
  const { rows } = await client.query<{ values: string[] }>(
    `select array[${texts}] as values from public.${table} t order by t.ctid desc limit 1`,
  );
  const values = written.map(({ type, isUnique }, index) => {
    const value = rows[0]?.values[index] ?? 'NULL';
    return isUnique && value !== 'NULL' ? buildKeyExpression(type) : `${value}::${type}`;
  });
  const names = written.map(({ name }) => `"${name}"`).join(', ');
  return `INSERT INTO ${SCHEMA}.${table} (${names}) VALUES (${values.join(', ')});`;
}

function buildKeyExpression(type: string): string {
  if (type === 'uuid') return 'gen_random_uuid()';
  if (type === 'bytea') return `decode(md5(random()::text), 'hex')`;
  if (/^(bigint|numeric)/.test(type)) return '(random() * 9e15)::bigint';
  if (type === 'integer') return '(random() * 2e9)::integer';
  return 'md5(random()::text)';
}
