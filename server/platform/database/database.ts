import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import type { PersonalKeys } from '../personal/personalKeys.ts';
import { type Announcement, type AnnouncementChannel, createAnnouncer } from './announcer.ts';
import { createReadOnlyError, isDatabaseUnavailable, isTransactionConflict } from './databaseErrors.ts';
import { toPropertyName } from './propertyName.ts';
import { nameStatement } from './statementNames.ts';
import { beginTransaction, type TransactionStatements } from './transactionStatements.ts';

export type Row = Record<string, unknown>;

/** Runs SQL. A {@link Transaction} is one too, so stores accept both. A row's properties are its columns in camel case. */
export type Queryable = {
  /** Keys that seal and open personal data; undefined in a process without them. */
  readonly personalKeys: PersonalKeys | undefined;
  /** Returns all rows. */
  many<T extends Row>(statement: Sql): Promise<T[]>;
  /** Returns the only row; throws if there is none or more than one. */
  one<T extends Row>(statement: Sql): Promise<T>;
  /** Returns the only row, or undefined; throws if there is more than one. */
  maybeOne<T extends Row>(statement: Sql): Promise<T | undefined>;
  /** Returns the number of changed rows. */
  run(statement: Sql): Promise<number>;
};

declare const insideTransaction: unique symbol;

/** A {@link Queryable} inside a transaction, required by functions whose writes must commit together. */
export type Transaction = Queryable & {
  readonly [insideTransaction]: true;
  /**
   * Runs a statement that only locks rows and returns their number. If it is the first statement of the transaction, it is
   * sent together with `begin`: a lock has no effect if `begin` fails.
   */
  lock(statement: Sql): Promise<number>;
  /** Announces a change to every process that listens, soon after the commit. It may be lost: listeners also poll. */
  announce(channel: AnnouncementChannel, payload?: string): void;
  /** Calls back once the commit is confirmed, and never after a rollback or a commit whose outcome is unknown. */
  onCommit(callback: () => void): void;
  /** For libraries with their own SQL, such as the job queue. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
};

export type Database = Queryable & {
  readonly pool: pg.Pool;
  /** For libraries with their own SQL and placeholders. */
  executeSql(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  /**
   * Commits when the work resolves, rolls back when it throws. Do not keep it open during an external call; only the signer
   * is called within one, to sign a payout. Concurrent statements of the work are sent at once and executed in order.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * A transaction that changes only the database. It is retried after a conflict, or if the connection broke before the commit
   * was sent; never if the outcome of the commit is unknown. Use it for work without a retry, such as a buyer's call; jobs and
   * sweeps are repeated anyway.
   */
  repeatableTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Returns the database's time plus the sandbox's offset. */
  now(): Promise<Date>;
  close(): Promise<void>;
};

/** Every `numeric` of the schema is a whole number of minor units; every `bigint` is a sequence well below 2^53. */
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === pg.types.builtins.NUMERIC) return (text: string) => BigInt(text);
    if (oid === pg.types.builtins.INT8) return (text: string) => Number(text);
    return pg.types.getTypeParser(oid, format);
  },
};

const TRIES = 3;
const FIRST_PAUSE_MS = 40;
/** Without it, a connection to a vanished peer is considered alive for hours. */
const KEEP_ALIVE_MS = 10_000;

const CONNECT_TIMEOUT_MS = 5_000;
/**
 * `pg` closes idle connections after ten seconds. A worker's polling would then open one every two seconds, each at the cost
 * of a login and new statement plans.
 */
const IDLE_MS = 60_000;

export type DatabaseOptions = {
  readonly maxConnections: number;
  /** Set in processes that read or write personal data. */
  readonly personalKeys?: PersonalKeys | undefined;
  /** Returns a number from 0 to below 1. */
  readonly random?: () => number;
  /** Behind a transaction pooler: statements are not named, since a name belongs to one connection. */
  readonly pooled?: boolean;
  /** How long a statement waits for a connection from the pool. */
  readonly connectTimeoutMs?: number;
  /** A statement that takes longer fails, and its connection is replaced: the other side may be silent. */
  readonly statementTimeoutMs?: number;
  /** Called when announcements could not be sent: listeners learn of the changes when they poll. */
  readonly onLostAnnouncements?: (error: unknown) => void;
};

export function openDatabase(
  url: string,
  {
    maxConnections,
    personalKeys,
    random = Math.random,
    pooled = false,
    connectTimeoutMs = CONNECT_TIMEOUT_MS,
    statementTimeoutMs,
    onLostAnnouncements = () => undefined,
  }: DatabaseOptions,
): Database {
  const statementOptions: StatementOptions = { query: pooled ? buildUnnamedQuery : buildNamedQuery, personalKeys };
  const connection: pg.PoolConfig = {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(statementTimeoutMs !== undefined && { query_timeout: statementTimeoutMs }),
  };
  const announcer = createAnnouncer(connection, onLostAnnouncements);
  const pool = new pg.Pool({
    ...connection,
    max: maxConnections,
    types: typeParsers,
    // Concurrent statements of a transaction are sent at once and answered in order.
    pipeline: true,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits it, which its types do not declare
    onConnect: requireWritable,
  });
  // The pool replaces idle connections that break; without a listener the event would end the process.
  pool.on('error', () => undefined);

  function finish<T>({ value, announcements, callbacks }: CommittedAttempt<T>): T {
    announcer.announce(announcements);
    for (const callback of callbacks) callback();
    return value;
  }

  return {
    pool,
    ...createQueryable(pool, statementOptions),
    executeSql: (text, values = []) => pool.query(statementOptions.query({ text, values })),
    async transaction(work) {
      const attempt = await attemptTransaction(pool, statementOptions, work);
      if (!('value' in attempt)) throw attempt.error;
      return finish(attempt);
    },
    async repeatableTransaction(work) {
      for (let tries = 1; ; tries += 1) {
        const attempt = await attemptTransaction(pool, statementOptions, work);
        if ('value' in attempt) return finish(attempt);
        if (!attempt.isUndone || tries === TRIES) throw attempt.error;
        await sleep(FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + random()));
      }
    },
    async now() {
      const { rows } = await pool.query<{ now: Date }>('select slipway_now() as now');
      const [row] = rows;
      if (!row) throw new Error('the database has no clock');
      return row.now;
    },
    async close() {
      await announcer.close();
      await pool.end();
    },
  };
}

/** How statements are sent, and the keys that seal personal data. */
type StatementOptions = {
  readonly query: (statement: Pick<Sql, 'text' | 'values'>) => pg.QueryConfig;
  readonly personalKeys: PersonalKeys | undefined;
};

/**
 * After a failover the address may still lead to the former primary, now a standby. A read-only server is refused like an
 * unreachable one.
 */
async function requireWritable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'off') throw createReadOnlyError();
}

type CommittedAttempt<T> = AfterCommit & { readonly value: T };

/** Effects of a transaction that follow its commit. */
type AfterCommit = { readonly announcements: readonly Announcement[]; readonly callbacks: readonly (() => void)[] };

type TransactionAttempt<T> =
  | CommittedAttempt<T>
  /** `isUndone`: it is certain that nothing was committed, and the database caused the failure. */
  | { readonly error: unknown; readonly isUndone: boolean };

async function attemptTransaction<T>(
  pool: pg.Pool,
  statementOptions: StatementOptions,
  work: (transaction: Transaction) => Promise<T>,
): Promise<TransactionAttempt<T>> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // The pool listens only to idle connections: one that breaks between two statements would end the process.
  const recordBreak = (error: Error) => {
    broken ??= error;
  };
  client.on('error', recordBreak);
  const statements = beginTransaction(client);
  let commitSent = false;
  const announcements: Announcement[] = [];
  const callbacks: (() => void)[] = [];
  try {
    const value = await work(createTransaction(statements, statementOptions, { announcements, callbacks }));
    commitSent = true;
    const { command } = await statements.end('commit');
    // PostgreSQL answers the commit of a failed transaction with a rollback, without an error.
    if (command !== 'COMMIT') throw new Error('a statement of the transaction had failed: it was rolled back');
    return { value, announcements, callbacks };
  } catch (thrown) {
    // An error thrown by the work itself is not the database's.
    const isDatabaseError = statements.failures.has(thrown);
    // Statements sent after the failed one are rejected because of it, possibly before the caller sees the original error.
    const [error] = isDatabaseError ? statements.failures : [thrown];
    const isLost = broken !== undefined || isDatabaseUnavailable(error);
    // If the connection broke after the commit was sent, the transaction may have been committed.
    const isUndone = isDatabaseError && (isTransactionConflict(error) || (isLost && !commitSent));
    if (isDatabaseError && isLost) broken ??= error as Error;
    if (!broken)
      await statements.end('rollback').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
    return { error, isUndone };
  } finally {
    client.release(broken);
    client.off('error', recordBreak);
  }
}

function createTransaction(
  statements: TransactionStatements,
  statementOptions: StatementOptions,
  { announcements, callbacks }: { readonly announcements: Announcement[]; readonly callbacks: (() => void)[] },
): Transaction {
  const transaction: Omit<Transaction, typeof insideTransaction> = {
    ...createQueryable(statements, statementOptions),
    lock: createQueryable({ query: statements.queryAhead }, statementOptions).run,
    announce: (channel, payload = '') => void announcements.push({ channel, payload }),
    onCommit: (callback) => void callbacks.push(callback),
    executeSql: (text, values) => statements.query(text, values),
  };
  return transaction as Transaction;
}

type Client = { query(statement: pg.QueryConfig & { readonly rowMode?: 'array' }): Promise<pg.QueryResult> };

function createQueryable(client: Client, { query, personalKeys }: StatementOptions): Queryable {
  async function queryRows<T extends Row>(statement: Sql): Promise<T[]> {
    const { fields, rows } = await client.query({ ...query(statement), rowMode: 'array' });
    const names = fields.map(({ name }) => toPropertyName(name));
    return (rows as unknown as readonly unknown[][]).map((values) => {
      const row: Row = {};
      for (const [index, name] of names.entries()) row[name] = values[index];
      return row as T;
    });
  }
  return {
    personalKeys,
    many: queryRows,
    async one<T extends Row>(statement: Sql) {
      const [row, ...others] = await queryRows<T>(statement);
      if (!row || others.length > 0) throw new Error(`expected one row, got ${row ? others.length + 1 : 0}`);
      return row;
    },
    async maybeOne<T extends Row>(statement: Sql) {
      const rows = await queryRows<T>(statement);
      if (rows.length > 1) throw new Error(`expected at most one row, got ${rows.length}`);
      return rows[0];
    },
    async run(statement) {
      const { rowCount } = await client.query(query(statement));
      return rowCount ?? 0;
    },
  };
}

function buildNamedQuery({ text, values }: Pick<Sql, 'text' | 'values'>): pg.QueryConfig {
  return { ...nameStatement(text), values };
}

function buildUnnamedQuery({ text, values }: Pick<Sql, 'text' | 'values'>): pg.QueryConfig {
  return { text, values };
}

/** Returns true for PostgreSQL's `unique_violation` (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return false;
  return constraint === undefined || error.constraint === constraint;
}

/** Returns the constraint name with which a schema function refuses or a check fails; undefined for any other error. */
export function readViolatedCheck(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === '23514' ? error.constraint : undefined;
}

/** Returns true for PostgreSQL's class 22: a value that a column cannot hold. A retry would fail too. */
export function isDataException(error: unknown): error is Error {
  return error instanceof pg.DatabaseError && (error.code ?? '').startsWith('22');
}

/** Returns true for PostgreSQL's `undefined_table`: the schema is older or missing. */
export function isMissingTable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '42P01';
}

/** Returns true for PostgreSQL's `insufficient_privilege`: the role lacks the right, or does not have it yet. */
export function isPermissionDenied(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '42501';
}
