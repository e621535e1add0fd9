import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sql from 'sql-template-tag';
import type { Database } from '../platform/database/database.ts';
import { openJobs, type RunningJobs } from '../platform/jobs/bossQueue.ts';
import { createLog } from '../platform/log/log.ts';
import { storeOrder } from '../purchase/order/storedOrder.testing.ts';

const WORKER = fileURLToPath(new URL('benchmarkWorker.testing.ts', import.meta.url));
const EFFECT = 'authorize_payment';
const POLL_MS = 50;
const TIMEOUT_MS = 120_000;
const STORED_AT_ONCE = 4;

export type WorkerMeasurement = {
  readonly workers: number;
  readonly steps: number;
  readonly perSecond: number;
  /** Journal lines beyond one per order. */
  readonly twice: number;
};

/** Runs the steps of a queue that is filled at once in several processes on one database, after a warm-up. */
export async function measureWorkers(
  owned: { readonly database: Database; readonly url: string },
  workers: number,
  { warm, steps }: { readonly warm: number; readonly steps: number },
): Promise<WorkerMeasurement> {
  const jobs = await openJobs(owned.url, createLog('silent'));
  const children = Array.from({ length: workers }, () => fork(WORKER));
  try {
    for (const child of children) {
      child.send(owned.url);
      await once(child, 'message');
    }
    await runSteps(owned.database, jobs, warm * workers);
    return { workers, steps, ...(await runSteps(owned.database, jobs, steps)) };
  } finally {
    for (const child of children) child.disconnect();
    await jobs.stop();
  }
}

async function runSteps(
  database: Database,
  jobs: RunningJobs,
  steps: number,
): Promise<Pick<WorkerMeasurement, 'perSecond' | 'twice'>> {
  const orderIds = await storeOrders(database, steps);
  await database.transaction(async (transaction) => {
    for (const orderId of orderIds)
      await jobs.send(transaction, { effect: EFFECT, orderId, subject: `att_${orderId}`, cause: '1:1' });
  });
  const begun = performance.now();
  let written = { lines: 0, orders: 0 };
  while (written.orders < steps) {
    if (performance.now() - begun > TIMEOUT_MS) throw new Error(`${written.orders} of ${steps} steps were done`);
    await sleep(POLL_MS);
    written = await database.one<{ lines: number; orders: number }>(sql`
      select count(*)::int as lines, count(distinct order_id)::int as orders from order_steps
      where order_id = any(${orderIds}) and step = ${EFFECT}`);
  }
  const seconds = (performance.now() - begun) / 1000;
  return { perSecond: steps / seconds, twice: written.lines - written.orders };
}

async function storeOrders(database: Database, count: number): Promise<readonly number[]> {
  const ids: number[] = [];
  const lane = async () => {
    while (ids.length < count) {
      const at = ids.push(0) - 1;
      ids[at] = (await storeOrder(database)).id;
    }
  };
  await Promise.all(Array.from({ length: STORED_AT_ONCE }, lane));
  return ids;
}
