import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { describeMachine, writeSection } from '../../e2e/bench/benchmarksFile.ts';
import { startEmbeddedPostgres } from '../../tools/postgres/embeddedPostgres.ts';
import { type Database, openDatabase, type Transaction } from '../platform/database/database.ts';
import { listenToChannel } from '../platform/database/listenToChannel.ts';
import { createLog } from '../platform/log/log.ts';

const CLIENTS = 16;
const ROUNDS = 5;
const ROUND_MS = 4_000;

type Variant = 'without' | 'after' | 'inside';

/** The announcement that a transaction makes, if any. */
const VARIANTS: Readonly<Record<Variant, (transaction: Transaction, payload: string) => unknown>> = {
  without: () => undefined,
  after: (transaction, payload) => transaction.announce('order_events', payload),
  inside: (transaction, payload) => transaction.run(sql`select pg_notify('order_events', ${payload})`),
};

/** Runs transactions of three rows by concurrent clients; returns the number of commits per second. */
async function measureCommits(database: Database, variant: Variant): Promise<number> {
  const begun = performance.now();
  let commits = 0;
  const client = async () => {
    while (performance.now() - begun < ROUND_MS) {
      await database.transaction(async (transaction) => {
        const number = commits;
        await Promise.all([
          transaction.run(sql`insert into rows_of_bench (text) values ('event')`),
          transaction.run(sql`insert into rows_of_bench (text) values ('posting')`),
          transaction.run(sql`insert into rows_of_bench (text) values ('posting')`),
          VARIANTS[variant](transaction, `7KQ2M4XD9TAB3 ${number}`),
        ]);
      });
      commits += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return (commits * 1000) / (performance.now() - begun);
}

const computeMedian = (figures: readonly number[]) =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;

test(
  'measures commits with announcements after the commit, inside the transaction, and without',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'slipway-announcements-'));
    const server = await startEmbeddedPostgres({ dataDir });
    const database = openDatabase(server.url, { maxConnections: CLIENTS });
    let receivedCount = 0;
    const connected = Promise.withResolvers<void>();
    const listening = listenToChannel(server.url, 'order_events', createLog('silent'), {
      receive: ({ length }) => {
        receivedCount += length;
      },
      connected: connected.resolve,
    });
    try {
      await connected.promise;
      await database.pool.query(
        'create table rows_of_bench (id bigint generated always as identity primary key, text text)',
      );
      const measured: Record<Variant, number[]> = { without: [], after: [], inside: [] };
      for (const variant of Object.keys(VARIANTS) as Variant[]) await measureCommits(database, variant);
      for (let round = 0; round < ROUNDS; round += 1)
        for (const variant of Object.keys(VARIANTS) as Variant[])
          measured[variant].push(await measureCommits(database, variant));
      const { without, after, inside } = {
        without: computeMedian(measured.without),
        after: computeMedian(measured.after),
        inside: computeMedian(measured.inside),
      };
      await writeSection('Commits with announcements', [
        describeMachine(),
        '',
        `Transactions of three rows by ${CLIENTS} clients, with one listener, on a PostgreSQL that flushes each commit. Medians of ${ROUNDS} rounds of ${ROUND_MS / 1000} s, in which the three kinds of transactions alternate. The product announces after the commit.`,
        '',
        '| announcement | commits a second | share of the rate without announcements |',
        '| --- | ---: | ---: |',
        `| none | ${without.toFixed(0)} | |`,
        `| after the commit | ${after.toFixed(0)} | ${(after / without).toFixed(2)} |`,
        `| inside the transaction | ${inside.toFixed(0)} | ${(inside / without).toFixed(2)} |`,
      ]);
      expect(receivedCount).toBeGreaterThan(0);
    } finally {
      await listening.stop();
      await database.close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
  10 * 60_000,
);
