import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import type { PersonalKeys } from '../personal/personalKeys.ts';
import { isDatabaseAway, isInTheWay, readOnlyServer } from './lostDatabase.ts';
import { statementName } from './statementNames.ts';
import { beginTransaction, type TransactionStatements } from './transactionStatements.ts';

export type Row = Record<string, unknown>;

/** Runs SQL. A {@link Transaction} is one too, so stores do not care which they are given. */
export type Queryable = {
  /** By which personal data is sealed and opened; undefined in a process that has none. */
  readonly personalKeys: PersonalKeys | undefined;
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
  /**
   * How many rows the statement has locked, which it may do and nothing else. A transaction's first one goes along with its
   * `begin`: if that should fail, nothing has happened.
   */
  lock(statement: Sql): Promise<number>;
  /** For libraries that bring their own statements, such as the job queue. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
};

export type Database = Queryable & {
  readonly pool: pg.Pool;
  /** For libraries that bring their own statements and their values' places. */
  executeSql(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  /**
   * Commits when the work resolves, rolls back when it throws. Never held across a call to the outside. What the work asks
   * beside each other is sent at once, and done in the order in which it was asked.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * A transaction whose work changes nothing but the database, and is done again where another was in the way or the connection
   * broke before the commit was sent; never where nobody knows whether it was committed. For what nobody repeats by itself, as
   * a call of a buyer's: jobs and sweeps come again anyhow.
   */
  repeatableTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
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

const TRIES = 3;
const FIRST_PAUSE_MS = 40;
/** Without it a connection whose other end is gone without a word is believed in for hours. */
const KEEP_ALIVE_MS = 10_000;

const CONNECT_TIMEOUT_MS = 5_000;
/**
 * `pg` closes idle connections after ten seconds. A worker's rounds then opened one every two seconds: each costs a login and
 * the plans of its statements.
 */
const IDLE_MS = 60_000;

export type DatabaseOptions = {
  readonly maxConnections: number;
  /** For a process that reads or writes personal data. */
  readonly personalKeys?: PersonalKeys | undefined;
  /** From 0 to below 1. */
  readonly random?: () => number;
  /** Behind a pooler that lends a connection for a transaction: a statement's name would be another connection's. */
  readonly pooled?: boolean;
  /** How long a statement waits for a connection of the pool. */
  readonly connectTimeoutMs?: number;
};

export function openDatabase(
  url: string,
  {
    maxConnections,
    personalKeys,
    random = Math.random,
    pooled = false,
    connectTimeoutMs = CONNECT_TIMEOUT_MS,
  }: DatabaseOptions,
): Database {
  const asked: Asked = { query: pooled ? unnamed : named, personalKeys };
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    types: typeParsers,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // What a transaction asks beside each other is under way at once, and answered in order.
    pipeline: true,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types do not say
    onConnect: requireWritable,
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);

  return {
    pool,
    ...queryable(pool, asked),
    executeSql: (text, values = []) => pool.query(asked.query({ text, values })),
    async transaction(work) {
      const done = await tryOnce(pool, asked, work);
      if ('value' in done) return done.value;
      throw done.error;
    },
    async repeatableTransaction(work) {
      for (let tries = 1; ; tries += 1) {
        const done = await tryOnce(pool, asked, work);
        if ('value' in done) return done.value;
        if (!done.isUndone || tries === TRIES) throw done.error;
        await sleep(FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + random()));
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

/** How statements are sent, and by which keys personal data is sealed. */
type Asked = {
  readonly query: (statement: Pick<Sql, 'text' | 'values'>) => pg.QueryConfig;
  readonly personalKeys: PersonalKeys | undefined;
};

/** After a switch the address may still lead to what has become a standby. A server that takes no writes is as good as none. */
async function requireWritable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'off') throw readOnlyServer();
}

type Tried<T> =
  | { readonly value: T }
  /** Undone: nothing of it is in the database for certain, and the reason was the database's. */
  | { readonly error: unknown; readonly isUndone: boolean };

async function tryOnce<T>(
  pool: pg.Pool,
  asked: Asked,
  work: (transaction: Transaction) => Promise<T>,
): Promise<Tried<T>> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // The pool listens to idle connections alone: one that breaks between two statements would end the process.
  const breaks = (error: Error) => {
    broken ??= error;
  };
  client.on('error', breaks);
  const statements = beginTransaction(client);
  let commitSent = false;
  try {
    const value = await work(transactionOn(statements, asked));
    commitSent = true;
    const { command } = await statements.end('commit');
    // A transaction that has failed is rolled back by its commit, without an error.
    if (command !== 'COMMIT') throw new Error('a statement of the transaction had failed: it was rolled back');
    return { value };
  } catch (thrown) {
    // An error of the work's own is none of the database's.
    const isDatabases = statements.failures.has(thrown);
    // What was under way beside the one that failed is refused for its sake, and may be heard of before it.
    const [error] = isDatabases ? statements.failures : [thrown];
    const isLost = broken !== undefined || isDatabaseAway(error);
    // What broke while the commit was on its way may be in the database.
    const isUndone = isDatabases && (isInTheWay(error) || (isLost && !commitSent));
    if (isDatabases && isLost) broken ??= error as Error;
    if (!broken)
      await statements.end('rollback').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
    return { error, isUndone };
  } finally {
    client.release(broken);
    client.off('error', breaks);
  }
}

function transactionOn(statements: TransactionStatements, asked: Asked): Transaction {
  const transaction: Omit<Transaction, typeof insideTransaction> = {
    ...queryable(statements, asked),
    lock: queryable({ query: statements.queryAhead }, asked).run,
    executeSql: (text, values) => statements.query(text, values),
  };
  return transaction as Transaction;
}

type Client = { query<T extends Row>(statement: pg.QueryConfig): Promise<pg.QueryResult<T>> };

function queryable(client: Client, { query, personalKeys }: Asked): Queryable {
  async function rowsOf<T extends Row>(statement: Sql): Promise<T[]> {
    const { rows } = await client.query<T>(query(statement));
    return rows;
  }
  return {
    personalKeys,
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
      const { rowCount } = await client.query(query(statement));
      return rowCount ?? 0;
    },
  };
}

function named({ text, values }: Pick<Sql, 'text' | 'values'>): pg.QueryConfig {
  const name = statementName(text);
  return { text, values, ...(name !== undefined && { name }) };
}

function unnamed({ text, values }: Pick<Sql, 'text' | 'values'>): pg.QueryConfig {
  return { text, values };
}

/** PostgreSQL's `unique_violation` (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return false;
  return constraint === undefined || error.constraint === constraint;
}

/** The name under which a function of the schema refuses, or a check that a row breaks; undefined for any other error. */
export function refusedBy(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === '23514' ? error.constraint : undefined;
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
