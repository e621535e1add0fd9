import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { recordProof } from '../../tools/proofs/recordProof.ts';
import { type ProductRun, startProductRun } from '../../tools/start/productRun.ts';
import { roleUrl } from '../../tools/start/roleUrl.ts';
import { readStartSettings, SANDBOX_PORT_COUNT } from '../../tools/start/startSettings.ts';
import { createOwnedFolder, removeOwnedFolder } from '../../tools/temporary/ownedFolder.ts';
import { BLOCK_SECONDS, findFreePorts } from '../startWorld.ts';
import { type RunningBuyers, startBuyers } from './buyers.ts';
import { findLosses } from './findLosses.ts';
import type { MachineName } from './machine.ts';
import { type PatroniCluster, startPatroniCluster } from './patroniCluster.ts';
import { requirePrograms } from './requirePrograms.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const LOGS = join(PROJECT, 'test-results/logs/failover');
const SECOND_MS = 1_000;
const WARM_UP_MS = 15 * SECOND_MS;
const RECOVERY_MS = 15 * SECOND_MS;
const MAX_OUTAGE_MS = 45 * SECOND_MS;
const RETURN_PATIENCE_MS = 120 * SECOND_MS;
const DELIVERY_PATIENCE_MS = 300 * SECOND_MS;
const INTERVAL_MS = 250;

/**
 * `npm run test:failover`: runs PostgreSQL on three machines under Patroni, Slipway's processes, and buyers. Loses the
 * primary's machine twice: by killing it and by cutting it off. Nothing that was confirmed to a client may be lost.
 */
async function main(): Promise<void> {
  const programs = requirePrograms(process.env);
  const folder = await createOwnedFolder('slipway-failover-');
  // Slipway treats everything marked with its folder as its own, so its folder is separate.
  const dataDir = await createOwnedFolder('slipway-failover-');
  let cluster: PatroniCluster | undefined;
  let slipway: ProductRun | undefined;
  try {
    cluster = await startPatroniCluster(programs, folder);
    printLine('three machines keep one PostgreSQL');
    const port = await findFreePorts(SANDBOX_PORT_COUNT + 1);
    slipway = await startSlipway(cluster.databaseUrl, dataDir, port);
    printLine(`Slipway is at ${slipway.origin}`);
    const broken = slipway.broken.then((line) => {
      throw new Error(line);
    });
    broken.catch(() => undefined);
    const report = await Promise.race([runOutages(cluster, slipway, port + 1), broken, rejectOnSignal()]);
    const { patroniVersion, mayUseEtcd3 } = programs;
    const line = `Patroni ${patroniVersion} over version ${mayUseEtcd3 ? 3 : 2} of etcd's API: ${report}`;
    printLine(line);
    recordProof(`Database failover, Patroni ${patroniVersion}, etcd API ${mayUseEtcd3 ? 3 : 2}`, {
      figures: report,
      result: 'no acknowledged order lost, nothing paid twice',
    });
  } finally {
    await slipway?.stop();
    await cluster?.stop();
    await cp(folder, LOGS, { recursive: true, filter: (path) => !/\/(?:data|etcd|pgpass)$/.test(path) });
    await cp(join(dataDir, 'logs'), join(LOGS, 'slipway'), { recursive: true }).catch(() => undefined);
    await removeOwnedFolder(folder);
    await removeOwnedFolder(dataDir);
  }
}

/** Rejects on SIGINT or SIGTERM, so that everything started is stopped as at any other end. */
function rejectOnSignal(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => reject(new Error('interrupted')));
  });
}

function startSlipway(databaseUrl: string, dataDir: string, port: number): Promise<ProductRun> {
  return startProductRun({
    settings: readStartSettings(
      { PORT: String(port), SANDBOX_PORT: String(port + 1), DATA_DIR: dataDir, RATE_LIMITS: 'off' },
      dataDir,
    ),
    environment: { ...process.env, SANDBOX_BLOCK_SECONDS: BLOCK_SECONDS },
    database: { url: databaseUrl, urlOf: (role) => roleUrl(databaseUrl, role), stop: () => Promise.resolve() },
    signal: new AbortController().signal,
    log: () => undefined,
  });
}

/** Returns the report. Throws if something was lost or took too long. */
async function runOutages(cluster: PatroniCluster, slipway: ProductRun, sandboxPort: number): Promise<string> {
  const buyers = await startBuyers({ ...slipway, sandboxPort });
  await sleep(WARM_UP_MS);
  const killed = await measureOutage(cluster, buyers, 'killed', (name) => cluster.kill(name));
  cluster.start(killed.machine);
  await sleep(RECOVERY_MS);
  await waitUntil('the machine that died follows again', RETURN_PATIENCE_MS, () => cluster.hasStandbys(2));
  const silent = await measureOutage(cluster, buyers, 'silent', (name) => cluster.freeze(name));
  cluster.thaw(silent.machine);
  await sleep(RECOVERY_MS);
  await waitUntil('the machine that was silent follows again', RETURN_PATIENCE_MS, () => cluster.hasStandbys(2));
  await buyers.stop();
  const { told, paid, troubles } = buyers;
  printLine(`${told.length} orders told, ${paid.length} of them paid; waiting for the last delivery`);
  await waitUntil('every paid order is delivered', DELIVERY_PATIENCE_MS, async () => {
    const statuses = await Promise.all(paid.map(({ status }) => status().catch(() => 'unknown')));
    return statuses.every((status) => status === 'delivered');
  }).catch((error: Error) => printLine(error.message));
  const faults = [
    ...(await findLosses(slipway, buyers)),
    ...[killed, silent]
      .filter(({ seconds }) => seconds * SECOND_MS > MAX_OUTAGE_MS)
      .map(({ how, seconds }) => `no order for ${seconds.toFixed(1)} s after the primary was ${how}`),
    ...findWrongAnswers(buyers),
  ];
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return `of three PostgreSQL the primary killed under load, then the next one silent for a while: first new order after ${killed.seconds.toFixed(1)} s and ${silent.seconds.toFixed(1)} s, ${told.length} orders acknowledged, ${paid.length} of them paid, ${paid.length} delivered, ${troubles.length} calls refused meanwhile`;
}

type Outage = { readonly how: string; readonly machine: MachineName; readonly seconds: number };

/**
 * Returns the time from the loss until the first new order was confirmed; an order requested before the loss does not count.
 */
async function measureOutage(
  cluster: PatroniCluster,
  { told }: RunningBuyers,
  how: string,
  act: (name: MachineName) => void,
): Promise<Outage> {
  const machine = await cluster.primary();
  if (machine === undefined) throw new Error('There is no primary to lose.');
  const before = told.length;
  act(machine);
  const lostAt = performance.now();
  printLine(`${machine}, the primary, is ${how}; ${before} orders told so far`);
  let next: RunningBuyers['told'][number] | undefined;
  await waitUntil('orders are taken again', 3 * MAX_OUTAGE_MS, async () => {
    next = told.find(({ askedAt }) => askedAt > lostAt);
    return next !== undefined;
  });
  const seconds = ((next?.toldAt ?? Number.NaN) - lostAt) / SECOND_MS;
  printLine(`${await cluster.primary()} is the primary; the first new order was told after ${seconds.toFixed(1)} s`);
  return { how, machine, seconds };
}

/** Returns the kinds of wrong answers. While the database is down, only `unavailable` and `price_unavailable` are right. */
function findWrongAnswers({ troubles }: RunningBuyers): readonly string[] {
  const counts = new Map<string, number>();
  for (const { call, httpStatus, error } of troubles) {
    const kind = `${call} answered ${httpStatus} ${error}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  for (const [kind, count] of counts) printLine(`${count} times ${kind}`);
  return [...counts.keys()].filter((kind) => !/ 503 unavailable$| price_unavailable$/.test(kind));
}

async function waitUntil(what: string, patienceMs: number, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${patienceMs / SECOND_MS} s`);
    await sleep(INTERVAL_MS);
  }
}

function printLine(line: string): void {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\nThe logs are in ${LOGS}.\n`);
  process.exitCode = 1;
});
