import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { describeMachine, writeSection } from '../../../e2e/bench/benchmarksFile.ts';
import { startEmbeddedPostgres } from '../../../tools/postgres/embeddedPostgres.ts';
import { removeClusterHome } from '../../../tools/postgres/postgresCluster.ts';
import { startStandby } from '../../../tools/postgres/startStandby.ts';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { createLog } from '../../platform/log/log.ts';
import { testPersonalKeys } from '../../platform/personal/testPersonalKeys.testing.ts';
import type { Script } from '../model/anyScript.testing.ts';
import { type ModelBase, runHostileOrder } from '../model/hostileOrder.testing.ts';
import { openModelOn } from '../model/modelBase.testing.ts';
import { prepareDatabase } from '../start/prepareDatabase.ts';

const LANES = 16;
const ORDERS = Number(process.env['BENCH_STANDBY_ORDERS'] ?? 640);
const WARM_UP_ORDERS = Math.min(ORDERS, 64);
/** Delays of the standby; undefined: no commit waits for it. */
const DELAYS_MS = [undefined, 0, 2, 5];

/** An order paid by card whose vendors answer at once. */
const SCRIPT: Script = {
  byBank: false,
  risky: false,
  needsDocument: false,
  acts: ['pay'],
  moods: [],
  fills: [100],
};

type Measurement = { readonly perSecond: number; readonly writes: number };

/** Delivers orders in parallel lanes; returns the orders per second and the writing transactions per order. */
async function deliverOrders(model: ModelBase, count: number): Promise<Measurement> {
  const before = await readTransactionId(model.database);
  const begun = performance.now();
  let left = count;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      const { order, faults } = await runHostileOrder(model, SCRIPT);
      expect({ status: order.status, faults }).toEqual({ status: 'delivered', faults: [] });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const seconds = (performance.now() - begun) / 1000;
  return { perSecond: count / seconds, writes: ((await readTransactionId(model.database)) - before) / count };
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
      const database = openDatabase(primary.url, { maxConnections: 2 * LANES, personalKeys: testPersonalKeys() });
      try {
        const model = await openModelOn(database, database);
        await deliverOrders(model, WARM_UP_ORDERS);
        const rows: string[] = [];
        for (const delayMs of DELAYS_MS) {
          await standby.setDelay(delayMs);
          const { perSecond, writes } = await deliverOrders(model, ORDERS);
          const label = delayMs === undefined ? 'none' : `${delayMs} ms`;
          rows.push(`| ${label} | ${perSecond.toFixed(1)} | ${writes.toFixed(1)} |`);
        }
        await writeSection('Whole orders with a synchronous standby', [
          describeMachine(),
          '',
          `${ORDERS} orders by card in ${LANES} lanes, from the order to its final payout, by the product's steps; acquirer, exchange, chain and verifier answer at once in the same process. Each commit waits until the standby has applied it (\`synchronous_commit = remote_apply\`), which happens after the delay. Jobs are kept in memory: the queue adds two commits for each step.`,
          '',
          '| delay of the standby | orders a second | writing transactions per order |',
          '| --- | ---: | ---: |',
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
