import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { describeMachine, writeSection } from '../../e2e/bench/benchmarksFile.ts';
import { startEmbeddedPostgres } from '../../tools/postgres/embeddedPostgres.ts';
import { removeClusterHome } from '../../tools/postgres/postgresCluster.ts';
import { startStandby } from '../../tools/postgres/startStandby.ts';
import { prepareDatabase } from '../app/start/prepareDatabase.ts';
import type { Script } from '../model/anyScript.testing.ts';
import { type ModelBase, runHostileOrder } from '../model/hostileOrder.testing.ts';
import { openModelOn } from '../model/modelBase.testing.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { createLog } from '../platform/log/log.ts';
import { testPersonalKeys } from '../platform/personal/testPersonalKeys.testing.ts';

const CONCURRENT_ORDERS = 16;
const COMMITS = 40;
/** The queue commits when a job is taken and when it is completed, or less often if it takes several at once. */
const COMMITS_PER_JOB = 2;
const ORDERS = Number(process.env['BENCH_STANDBY_ORDERS'] ?? 640);
const WARM_UP_ORDERS = Math.min(ORDERS, 64);
/** A changed setting takes effect within this time. */
const RELOAD_MS = 1_000;
/** Delays of the standby; undefined: no commit waits for it. */
const DELAYS_MS = [undefined, 0, 2, 5];

/** An order paid by card whose vendors answer at once. */
const SCRIPT: Script = {
  byBank: false,
  risky: false,
  needsDocument: false,
  acts: ['pay'],
  behaviors: [],
  fills: [100],
};

type Measurement = { readonly perSecond: number; readonly writes: number; readonly queuedJobs: number };

/** Delivers orders concurrently; returns the orders per second, and the writing transactions and queued jobs per order. */
async function deliverOrders(model: ModelBase, count: number): Promise<Measurement> {
  const before = await readTransactionId(model.database);
  const begun = performance.now();
  let ordersToStart = count;
  let queued = 0;
  const deliverNext = async () => {
    while (ordersToStart > 0) {
      ordersToStart -= 1;
      const { order, faults, queuedJobs } = await runHostileOrder(model, SCRIPT);
      expect({ status: order.status, faults }).toEqual({ status: 'delivered', faults: [] });
      queued += queuedJobs;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_ORDERS }, deliverNext));
  const seconds = (performance.now() - begun) / 1000;
  const writes = ((await readTransactionId(model.database)) - before) / count;
  return { perSecond: count / seconds, writes, queuedJobs: queued / count };
}

/** Returns the mean time of one commit that writes, in ms: shows that the delay takes effect. */
async function measureCommit(database: Database): Promise<number> {
  const begun = performance.now();
  for (let number = 0; number < COMMITS; number += 1)
    await database.one(sql`select pg_logical_emit_message(true, 'bench', 'commit') is not null as done`);
  return (performance.now() - begun) / COMMITS;
}

/** Returns the next transaction id: only transactions that write get one. */
async function readTransactionId(database: Database): Promise<number> {
  const { id } = await database.one<{ id: string }>(sql`select pg_snapshot_xmax(pg_current_snapshot())::text as id`);
  return Number(id);
}

test(
  'measures whole orders with a synchronous standby',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'slipway-standby-'));
    const [primaryDir, standbyDir] = [join(folder, 'primary'), join(folder, 'standby')];
    const primary = await startEmbeddedPostgres({ dataDir: primaryDir });
    try {
      await prepareDatabase(primary.url, { createRoles: true, seeds: [], log: createLog('silent') });
      const standby = await startStandby(primary, primaryDir, standbyDir);
      const database = openDatabase(primary.url, {
        maxConnections: 2 * CONCURRENT_ORDERS,
        personalKeys: testPersonalKeys(),
      });
      try {
        const model = await openModelOn(database, database);
        await deliverOrders(model, WARM_UP_ORDERS);
        const rows: string[] = [];
        for (const delayMs of DELAYS_MS) {
          await standby.setDelay(delayMs);
          await sleep(RELOAD_MS);
          const commitMs = await measureCommit(database);
          const { perSecond, writes, queuedJobs } = await deliverOrders(model, ORDERS);
          const label = delayMs === undefined ? 'commits do not wait' : `${delayMs} ms`;
          const highestRate = (CONCURRENT_ORDERS * 1000) / ((writes + COMMITS_PER_JOB * queuedJobs) * commitMs);
          rows.push(
            `| ${label} | ${commitMs.toFixed(1)} | ${perSecond.toFixed(1)} | ${writes.toFixed(1)} | ${queuedJobs.toFixed(1)} | ${highestRate.toFixed(0)} |`,
          );
        }
        await writeSection('Whole orders with a synchronous standby', [
          describeMachine(),
          '',
          `${ORDERS} orders by card, ${CONCURRENT_ORDERS} at a time, each from its creation to its final payout. The product's own steps run; acquirer, exchange, chain and verifier are simulated in the same process and answer at once. Except in the first row, each commit waits until the standby has applied it (\`synchronous_commit = remote_apply\`), which happens after the delay. Here jobs are kept in memory; in a worker, each queued job adds up to two commits. The rate is limited by the process that runs the steps, not by the commits. The last column is the highest rate that the waits for commits (including two per queued job) allow with ${CONCURRENT_ORDERS} orders at a time.`,
          '',
          '| delay of the standby | ms per commit | orders a second | writing transactions per order | queued jobs per order | highest rate allowed by the waits |',
          '| --- | ---: | ---: | ---: | ---: | ---: |',
          ...rows,
        ]);
      } finally {
        await database.close();
        await standby.stop();
      }
    } finally {
      await primary.stop();
      await removeClusterHome(primaryDir);
      await rm(folder, { recursive: true, force: true });
    }
  },
  20 * 60_000,
);
