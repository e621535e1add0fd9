import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { statementName } from './statementNames.ts';

export type Row = Record<string, unknown>;

/** Runs SQL. A {@link Transaction} is one too, so stores do not care which they are given. */
export type Queryable = {
  /** All rows. */
  many<T extends Row>(statement: Sql): Promise<T[]>;
  /** The only row; throws when there is none or more than one. */
  one<T extends Row>(statement: Sql): Promise<T>;
  maybeOne<T extends Row>(statement: Sql): Promise<T | undefined>;
  /** How many rows were changed. */
  run(statement: Sql): Promise<number>;
};

declare const insideTransaction: unique symbol;

/** A {@link Queryable} inside a transaction: what must commit together asks for this type. */
export type Transaction = Queryable & {
  readonly [insideTransaction]: true;
  /** For libraries that bring their own statements, such as the job queue. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
};

export type Database = Queryable & {
  readonly pool: pg.Pool;
  /** Commits when the work resolves, rolls back when it throws. Never held across a call to the outside. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** The one clock: the database's time plus the sandbox's offset. */
  now(): Promise<Date>;
  close(): Promise<void>;
};

/** Every `numeric` of the schema is a whole count of minor units; every `bigint` a sequence well below 2^53. */
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === pg.types.builtins.NUMERIC) return (text: string) => BigInt(text);
    if (oid === pg.types.builtins.INT8) return (text: string) => Number(text);
    return pg.types.getTypeParser(oid, format);
  },
};

export function openDatabase(url: string, options: { readonly maxConnections: number }): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections,
    types: typeParsers,
    connectionTimeoutMillis: 5_000,
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);

  return {
    pool,
    ...queryable(pool),
    async transaction(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query('begin');
        const result = await work(transactionOn(client));
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch((rollbackError: Error) => {
          broken = rollbackError;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
    async now() {
      const { rows } = await pool.query<{ now: Date }>('select slipway_now() as now');
      const [row] = rows;
      if (!row) throw new Error('the database has no clock');
      return row.now;
    },
    close: () => pool.end(),
  };
}

function transactionOn(client: pg.PoolClient): Transaction {
  return {
    ...queryable(client),
    executeSql: (text: string, values?: unknown[]) => client.query(text, values),
  } as unknown as Transaction;
}

function queryable(client: Pick<pg.Pool, 'query'>): Queryable {
  async function rowsOf<T extends Row>(statement: Sql): Promise<T[]> {
    const { rows } = await client.query<T>(named(statement));
    return rows;
  }
  return {
    many: rowsOf,
    async one<T extends Row>(statement: Sql) {
      const [row, ...others] = await rowsOf<T>(statement);
      if (!row || others.length > 0) throw new Error(`expected one row, got ${row ? others.length + 1 : 0}`);
      return row;
    },
    async maybeOne<T extends Row>(statement: Sql) {
      const rows = await rowsOf<T>(statement);
      if (rows.length > 1) throw new Error(`expected at most one row, got ${rows.length}`);
      return rows[0];
    },
    async run(statement) {
      const { rowCount } = await client.query(named(statement));
      return rowCount ?? 0;
    },
  };
}

function named({ text, values }: Sql): pg.QueryConfig {
  const name = statementName(text);
  return { text, values, ...(name !== undefined && { name }) };
}

/** PostgreSQL's `unique_violation` (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return false;
  return constraint === undefined || error.constraint === constraint;
}

/** PostgreSQL's class 22: a value that a column cannot hold. Trying it again changes nothing. */
export function isDataException(error: unknown): error is Error {
  return error instanceof pg.DatabaseError && (error.code ?? '').startsWith('22');
}

/** PostgreSQL's `undefined_table`: the schema is older, or there is none yet. */
export function isMissingTable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '42P01';
}

/** PostgreSQL's `insufficient_privilege`: the role has no right to it, or not yet. */
export function isPermissionDenied(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '42501';
}
