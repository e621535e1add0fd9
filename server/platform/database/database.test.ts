import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { type Database, openDatabase, type Transaction } from './database.ts';
import { openOwnDatabase } from './ownDatabase.testing.ts';
import { queryOnce } from './queryOnce.testing.ts';

const { database, url } = await openOwnDatabase(8);
await queryOnce(url, 'create table kept (id integer primary key, count integer not null)');
const standby = openDatabase(withOptions('-c default_transaction_read_only=on'), { maxConnections: 1 });
const serializable = openDatabase(withOptions('-c default_transaction_isolation=serializable'), { maxConnections: 4 });
afterAll(() => Promise.all([standby.close(), serializable.close()]));

type Kind = 'transaction' | 'repeatableTransaction';

function withOptions(options: string): string {
  const own = new URL(url);
  own.searchParams.set('options', options);
  return own.href;
}

async function endConnection(transaction: Transaction): Promise<void> {
  const { pid } = await transaction.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  await queryOnce(url, `select pg_terminate_backend(${pid}, 5000)`);
}

async function insertRows(...ids: readonly number[]): Promise<void> {
  await queryOnce(url, 'truncate kept');
  for (const id of ids) await queryOnce(url, `insert into kept values (${id}, 0)`);
}

const readCounts = () => database.many<{ id: number; count: number }>(sql`select id, count from kept order by id`);
const addTo = (transaction: Transaction, id: number) =>
  transaction.run(sql`update kept set count = count + 1 where id = ${id}`);

/** Records the first word of each statement when it is sent, and each answer. */
function recordStatements(client: pg.PoolClient, sent: string[]): void {
  const query = client.query.bind(client) as (statement: unknown, values?: unknown) => Promise<pg.QueryResult>;
  client.query = ((statement: string | pg.QueryConfig, values?: unknown) => {
    const text = typeof statement === 'string' ? statement : statement.text;
    const isCounted = !text.startsWith('show');
    if (isCounted) sent.push(text.trim().split(' ')[0] ?? '');
    return query(statement, values).finally(() => isCounted && sent.push('answer'));
  }) as typeof client.query;
}

/** Returns a function whose promises resolve once it was called `callers` times. */
function createBarrier(callers: number): () => Promise<void> {
  let arrived = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  return () => {
    arrived += 1;
    if (arrived >= callers) resolve();
    return promise;
  };
}

/** Runs two transactions that wait for each other's rows. */
async function runDeadlock(kind: Kind) {
  await insertRows(1, 2);
  const waitForBoth = createBarrier(2);
  let runs = 0;
  const cross = (first: number, second: number) =>
    database[kind](async (transaction) => {
      runs += 1;
      await addTo(transaction, first);
      await waitForBoth();
      await addTo(transaction, second);
    });
  const outcomes = await Promise.allSettled([cross(1, 2), cross(2, 1)]);
  return {
    runs,
    failed: outcomes
      .filter(({ status }) => status === 'rejected')
      .map((one) => (one as PromiseRejectedResult).reason as { code: string }),
  };
}

test('retries one of two deadlocked transactions when it is repeatable', async () => {
  const { runs, failed } = await runDeadlock('repeatableTransaction');
  expect(failed).toEqual([]);
  // The retried one may lock its row before the other one wakes, and conflict again.
  expect(runs).toBeGreaterThanOrEqual(3);
  expect(await readCounts()).toEqual([
    { id: 1, count: 2 },
    { id: 2, count: 2 },
  ]);
});

test('fails one of two deadlocked transactions when it is not repeatable', async () => {
  const { runs, failed } = await runDeadlock('transaction');
  expect({ runs, codes: failed.map(({ code }) => code) }).toEqual({ runs: 2, codes: ['40P01'] });
  expect(await readCounts()).toEqual([
    { id: 1, count: 1 },
    { id: 2, count: 1 },
  ]);
});

test('retries a serialization failure, also of the commit', async () => {
  await insertRows(1, 2);
  const waitForBoth = createBarrier(2);
  let runs = 0;
  const copy = (from: number, to: number) =>
    serializable.repeatableTransaction(async (transaction) => {
      runs += 1;
      const { count } = await transaction.one<{ count: number }>(sql`select count from kept where id = ${from}`);
      await waitForBoth();
      await transaction.run(sql`update kept set count = ${count + 1} where id = ${to}`);
    });
  await Promise.all([copy(1, 2), copy(2, 1)]);
  expect(runs).toBe(3);
  expect((await readCounts()).map(({ count }) => count).toSorted((one, other) => one - other)).toEqual([1, 2]);
});

test('fails only the transaction whose connection breaks between two statements', async () => {
  await insertRows();
  const attempt = database.transaction(async (transaction) => {
    await transaction.run(sql`insert into kept values (1, 0)`);
    await endConnection(transaction);
    await transaction.run(sql`insert into kept values (2, 0)`);
  });
  await expect(attempt).rejects.toThrow();
  expect(await readCounts()).toEqual([]);
});

test('retries on another connection when one breaks before the commit was sent', async () => {
  await insertRows();
  let runs = 0;
  await database.repeatableTransaction(async (transaction) => {
    runs += 1;
    await transaction.run(sql`insert into kept values (1, ${runs})`);
    if (runs === 1) {
      await endConnection(transaction);
      await transaction.many(sql`select 1`);
    }
  });
  expect(await readCounts()).toEqual([{ id: 1, count: 2 }]);
});

/** Breaks the connection during the commit: a deferred trigger terminates its own backend. */
async function breakDuringCommit(kind: Kind): Promise<number> {
  await queryOnce(
    url,
    `create or replace function end_connection() returns trigger language plpgsql security definer as
       $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
     create constraint trigger at_commit after insert on kept deferrable initially deferred
       for each row execute function end_connection()`,
  );
  let runs = 0;
  const attempt = database[kind](async (transaction) => {
    runs += 1;
    await transaction.run(sql`insert into kept values (${runs}, 0)`);
  });
  await expect(attempt).rejects.toThrow(/terminat/);
  await queryOnce(url, 'drop trigger at_commit on kept');
  return runs;
}

test('never retries when the connection breaks during the commit', async () => {
  await insertRows();
  expect(await breakDuringCommit('repeatableTransaction')).toBe(1);
});

test('rethrows an error of the work itself without a retry', async () => {
  await insertRows();
  let runs = 0;
  const attempt = database.repeatableTransaction(async (transaction) => {
    runs += 1;
    await transaction.run(sql`insert into kept values (1, 0)`);
    throw new RangeError('not today');
  });
  await expect(attempt).rejects.toThrow(new RangeError('not today'));
  expect({ runs, rows: await readCounts() }).toEqual({ runs: 1, rows: [] });
});

test('tries three times at most, with random pauses', async () => {
  const pauses: number[] = [];
  const unlucky = openDatabase(url, {
    maxConnections: 1,
    random: () => {
      pauses.push(performance.now());
      return 0;
    },
  });
  let runs = 0;
  const attempt = unlucky.repeatableTransaction(async (transaction) => {
    runs += 1;
    await transaction.run(sql`do $$ begin raise exception using errcode = '40001'; end $$`);
  });
  await expect(attempt).rejects.toMatchObject({ code: '40001' });
  expect({ runs, pauses: pauses.length }).toEqual({ runs: 3, pauses: 2 });
  await unlucky.close();
});

test('reports a transaction as rolled back when an error of a statement was caught', async () => {
  await insertRows();
  const attempt = database.transaction(async (transaction) => {
    await transaction.run(sql`insert into kept values (1, 0)`);
    await transaction.run(sql`insert into kept values (1, 0)`).catch(() => 0);
  });
  await expect(attempt).rejects.toThrow('rolled back');
  expect(await readCounts()).toEqual([]);
});

test('sends concurrent statements at once and runs them in order', async () => {
  await insertRows(1);
  const sent: string[] = [];
  const own = openDatabase(url, { maxConnections: 1 });
  own.pool.on('connect', (client) => recordStatements(client, sent));
  await own.transaction(async (transaction) => {
    const queries = [addTo(transaction, 1), transaction.one(sql`select count from kept where id = 1`)];
    const [, row] = await Promise.all([...queries, transaction.run(sql`delete from kept where id = 1`)]);
    expect(row).toEqual({ count: 1 });
  });
  expect(sent).toEqual([
    'begin',
    'answer',
    'update',
    'select',
    'delete',
    'answer',
    'answer',
    'answer',
    'commit',
    'answer',
  ]);
  expect(await readCounts()).toEqual([]);
  await own.close();
});

test('sends a lock together with its begin', async () => {
  await insertRows(1);
  const sent: string[] = [];
  const own = openDatabase(url, { maxConnections: 1 });
  own.pool.on('connect', (client) => recordStatements(client, sent));
  const lock = (transaction: Transaction, id: number) =>
    transaction.lock(sql`select id from kept where id = ${id} for update`);
  const lockedCounts = await own.transaction((transaction) =>
    Promise.all([lock(transaction, 1), lock(transaction, 2)]),
  );
  expect(lockedCounts).toEqual([1, 0]);
  expect(sent.slice(0, 3)).toEqual(['begin', 'select', 'select']);
  await own.close();
});

test('sends a lock after earlier statements', async () => {
  await insertRows(1);
  const sent: string[] = [];
  const own = openDatabase(url, { maxConnections: 1 });
  own.pool.on('connect', (client) => recordStatements(client, sent));
  await own.transaction((transaction) =>
    Promise.all([
      addTo(transaction, 1),
      transaction.lock(sql`select id from kept where id = 1 for update`),
      transaction.run(sql`delete from kept where id = 1`),
    ]),
  );
  expect(sent.filter((entry) => entry !== 'answer')).toEqual(['begin', 'update', 'select', 'delete', 'commit']);
  await own.close();
});

test('executes no statement of a transaction whose begin fails', async () => {
  await insertRows(1);
  const own = openDatabase(url, { maxConnections: 1 });
  own.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (statement: unknown, values?: unknown) => Promise<pg.QueryResult>;
    client.query = ((statement: unknown, values?: unknown) =>
      query(statement === 'begin' ? 'begin nonsense' : statement, values)) as typeof client.query;
  });
  const attempt = own.transaction((transaction) =>
    Promise.all([
      transaction.lock(sql`select id from kept where id = 1 for update`),
      addTo(transaction, 1),
      transaction.run(sql`insert into kept values (2, 0)`),
    ]),
  );
  await expect(attempt).rejects.toThrow('nonsense');
  expect(await readCounts()).toEqual([{ id: 1, count: 0 }]);
  await own.close();
});

test('refuses a statement after the end of its transaction', async () => {
  await insertRows();
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  let late: Promise<number> | undefined;
  const attempt = database.transaction(async (transaction) => {
    late = isOver.then(() => transaction.run(sql`insert into kept values (2, 0)`));
    late.catch(() => undefined);
    await Promise.all([late, transaction.run(sql`insert into kept values (1, 0), (1, 0)`)]);
  });
  await expect(attempt).rejects.toMatchObject({ code: '23505' });
  end();
  await expect(late).rejects.toThrow('after the end');
  expect(await readCounts()).toEqual([]);
});

test('reports the first of several errors, which decides about a retry', async () => {
  await insertRows(1);
  let runs = 0;
  await database.repeatableTransaction(async (transaction) => {
    runs += 1;
    const slow = async () => {
      const failed = await transaction
        .run(sql`do $$ begin raise exception using errcode = '40001'; end $$`)
        .then(() => undefined)
        .catch((error: Error) => error);
      // Reported after the statements rejected because of it.
      await nextTurn();
      if (failed) throw failed;
    };
    await Promise.all([runs === 1 && slow(), addTo(transaction, 1)]);
  });
  expect(runs).toBe(2);
  expect(await readCounts()).toEqual([{ id: 1, count: 1 }]);
});

test('fails on a read-only server', async () => {
  await expect(standby.many(sql`select 1`)).rejects.toMatchObject({ code: '25006' });
  await expect(standby.transaction((transaction) => addTo(transaction, 1))).rejects.toMatchObject({ code: '25006' });
});

test('closes a connection whose server has become a standby', async () => {
  await insertRows(1);
  const own = openDatabase(url, { maxConnections: 1 });
  const readPid = async (queryable: Pick<Database, 'one'>) =>
    (await queryable.one<{ pid: number }>(sql`select pg_backend_pid() as pid`)).pid;
  const before = await readPid(own);
  let runs = 0;
  await own.repeatableTransaction(async (transaction) => {
    runs += 1;
    if (runs === 1) await transaction.run(sql`set transaction read only`);
    await addTo(transaction, 1);
  });
  expect(runs).toBe(2);
  expect(await readPid(own)).not.toBe(before);
  expect(await readCounts()).toEqual([{ id: 1, count: 1 }]);
  await own.close();
});
