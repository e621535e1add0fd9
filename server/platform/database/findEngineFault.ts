import pg from 'pg';

/** The oldest version that the product was tested with. */
const MIN_VERSION = 150_000;

/**
 * Engines that speak PostgreSQL's protocol but are known to guarantee less, recognized by version text or address. Sources:
 * github.com/cockroachdb/cockroach/issues/13546 and /docs/pull/18154 (advisory locks without effect),
 * docs.aws.amazon.com/aurora-dsql "Unsupported PostgreSQL features" (no triggers, no PL/pgSQL, no temporary tables; foreign
 * keys that are not enforced). The guarantees of engines that identify as PostgreSQL are tested.
 */
const UNSUPPORTED_ENGINES: readonly {
  readonly name: string;
  readonly is: (version: string, host: string) => boolean;
}[] = [
  { name: 'CockroachDB', is: (version) => version.includes('CockroachDB') },
  { name: 'YugabyteDB', is: (version) => /-YB-/.test(version) },
  { name: 'Aurora DSQL', is: (_version, host) => /\.dsql\.[\w-]+\.on\.aws$/.test(host) },
];

/** docs.citusdata.com, "SQL support and workarounds": foreign and unique keys must include the distribution column. */
const CITUS =
  'the extension citus is created in this database: tables on its shards cannot have the keys between orders, payments and the ledger. Use a database without it';

/** Key of the advisory lock that is tried: an arbitrary fixed number. */
const TRIED_LOCK = 7_547_930;

/**
 * Returns why the database's engine is unsuitable; undefined if it is suitable. Correctness depends on locks across
 * processes, deferred constraints and triggers: an engine that accepts the syntax without the effect would lose money
 * silently. Leaves nothing in the database.
 */
export async function findEngineFault(databaseUrl: string): Promise<string | undefined> {
  const first = new pg.Client({ connectionString: databaseUrl });
  const second = new pg.Client({ connectionString: databaseUrl });
  try {
    await Promise.all([first.connect(), second.connect()]);
    const { rows } = await first.query<{ version: string }>('select version() as version');
    const version = rows[0]?.version ?? '';
    const unsupported = UNSUPPORTED_ENGINES.find(({ is }) => is(version, new URL(databaseUrl).hostname));
    if (unsupported) return `${unsupported.name} is not PostgreSQL: it lacks guarantees that the ledger needs`;
    const number = await first.query<{ number: string }>(`select current_setting('server_version_num') as number`);
    if (Number(number.rows[0]?.number) < MIN_VERSION) return `${version} is older than PostgreSQL 15`;
    const extensions = await first.query(`select 1 from pg_extension where extname = 'citus'`);
    if (extensions.rows.length > 0) return CITUS;
    return await findMissingGuarantee(first, second);
  } finally {
    await Promise.allSettled([first.end(), second.end()]);
  }
}

async function findMissingGuarantee(first: pg.Client, second: pg.Client): Promise<string | undefined> {
  if (!(await holdsLocks(first, second))) return 'its advisory locks do not exclude other sessions';
  if (!(await defersConstraints(first))) return 'it does not judge deferred constraints at the end of a transaction';
  if (!(await runsTriggers(first))) return 'it does not run triggers';
  return undefined;
}

/** Returns true if a transaction's advisory lock excludes another transaction. */
async function holdsLocks(first: pg.Client, second: pg.Client): Promise<boolean> {
  await first.query('begin');
  await second.query('begin');
  try {
    await first.query('select pg_advisory_xact_lock($1)', [TRIED_LOCK]);
    const { rows } = await second.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [
      TRIED_LOCK,
    ]);
    return rows[0]?.taken === false;
  } catch (error) {
    return treatAsUnsupported(error);
  } finally {
    await first.query('rollback');
    await second.query('rollback');
  }
}

/** Returns true if a deferred unique constraint allows duplicates within a transaction but not at its end. */
function defersConstraints(client: pg.Client): Promise<boolean> {
  return runRolledBack(client, async () => {
    await client.query(
      'create temporary table slipway_tried (key integer unique deferrable initially deferred) on commit drop',
    );
    await client.query('insert into slipway_tried values (1), (1)');
    return client.query('set constraints all immediate').then(
      () => false,
      (error: unknown) => error instanceof pg.DatabaseError && error.code === '23505',
    );
  });
}

function runsTriggers(client: pg.Client): Promise<boolean> {
  return runRolledBack(client, async () => {
    await client.query(`
      create temporary table slipway_tried (key integer) on commit drop;
      create function pg_temp.slipway_double() returns trigger language plpgsql as
        $$ begin new.key := 2 * new.key; return new; end $$;
      create trigger tried before insert on slipway_tried for each row execute function pg_temp.slipway_double()`);
    const { rows } = await client.query<{ key: number }>('insert into slipway_tried values (1) returning key');
    return rows[0]?.key === 2;
  });
}

async function runRolledBack(client: pg.Client, attempt: () => Promise<boolean>): Promise<boolean> {
  await client.query('begin');
  try {
    return await attempt();
  } catch (error) {
    return treatAsUnsupported(error);
  } finally {
    await client.query('rollback');
  }
}

/** `feature_not_supported`, `syntax_error`, `undefined_function`, `undefined_object`. */
const UNSUPPORTED_CODES = new Set(['0A000', '42601', '42883', '42704']);

/** Treats an unknown feature as lacking; rethrows any other error. */
function treatAsUnsupported(error: unknown): false {
  if (error instanceof pg.DatabaseError && UNSUPPORTED_CODES.has(error.code ?? '')) return false;
  throw error;
}
