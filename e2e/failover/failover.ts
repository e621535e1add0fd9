import { appendFile, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Constellation, startConstellation } from '../../tools/start/constellation.ts';
import { roleUrl } from '../../tools/start/roleUrl.ts';
import { readStartSettings, SANDBOX_PORT_COUNT } from '../../tools/start/startSettings.ts';
import { createOwnedFolder, removeOwnedFolder } from '../../tools/temporary/ownedFolder.ts';
import { BLOCK_SECONDS, findFreePorts } from '../startWorld.ts';
import { type Buyers, startBuyers } from './buyers.ts';
import { findLosses } from './findLosses.ts';
import type { MachineName } from './machine.ts';
import { type PatroniCluster, startPatroniCluster } from './patroniCluster.ts';
import { requiredPrograms } from './requiredPrograms.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const LOGS = join(PROJECT, 'test-results/logs/failover');
const SECOND_MS = 1_000;
const BEFORE_MS = 15 * SECOND_MS;
const AFTER_MS = 15 * SECOND_MS;
const MOST_OUTAGE_MS = 45 * SECOND_MS;
const RETURN_PATIENCE_MS = 120 * SECOND_MS;
const DELIVERY_PATIENCE_MS = 300 * SECOND_MS;
const INTERVAL_MS = 250;

/**
 * `npm run test:failover`: three machines' PostgreSQL under Patroni, Slipway's processes before it, and buyers. Twice the
 * primary's machine is lost, by death and by silence. Nothing that anybody was told may be lost with it.
 */
async function main(): Promise<void> {
  const programs = requiredPrograms(process.env);
  const folder = await createOwnedFolder('slipway-failover-');
  // Slipway takes everything for its own that is marked with its folder.
  const dataDir = await createOwnedFolder('slipway-failover-');
  let cluster: PatroniCluster | undefined;
  let slipway: Constellation | undefined;
  try {
    cluster = await startPatroniCluster(programs, folder);
    say('three machines keep one PostgreSQL');
    const port = await findFreePorts(SANDBOX_PORT_COUNT + 1);
    slipway = await startSlipway(cluster.databaseUrl, dataDir, port);
    say(`Slipway is at ${slipway.origin}`);
    const broken = slipway.broken.then((line) => {
      throw new Error(line);
    });
    broken.catch(() => undefined);
    const report = await Promise.race([lose(cluster, slipway, port + 1), broken, interrupted()]);
    const { patroniVersion, mayUseEtcd3 } = programs;
    const line = `Patroni ${patroniVersion} over version ${mayUseEtcd3 ? 3 : 2} of etcd's API: ${report}`;
    say(line);
    await appendFile(join(PROJECT, 'PROOFS.md'), `| ${line} | | nothing told was lost, nothing paid twice |\n`);
  } finally {
    await slipway?.stop();
    await cluster?.stop();
    await cp(folder, LOGS, { recursive: true, filter: (path) => !/\/(?:data|etcd|pgpass)$/.test(path) });
    await cp(join(dataDir, 'logs'), join(LOGS, 'slipway'), { recursive: true }).catch(() => undefined);
    await removeOwnedFolder(folder);
    await removeOwnedFolder(dataDir);
  }
}

/** Rejects when the terminal says so: what was started is stopped then, as at any other end. */
function interrupted(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => reject(new Error('interrupted')));
  });
}

function startSlipway(databaseUrl: string, dataDir: string, port: number): Promise<Constellation> {
  return startConstellation({
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

/** The report of it. Throws where something was lost, or took too long. */
async function lose(cluster: PatroniCluster, slipway: Constellation, sandboxPort: number): Promise<string> {
  const buyers = await startBuyers({ ...slipway, sandboxPort });
  await sleep(BEFORE_MS);
  const killed = await outageOf(cluster, buyers, 'killed', (name) => cluster.kill(name));
  cluster.start(killed.machine);
  await sleep(AFTER_MS);
  await until('the machine that died follows again', RETURN_PATIENCE_MS, () => cluster.hasStandbys(2));
  const silent = await outageOf(cluster, buyers, 'silent', (name) => cluster.freeze(name));
  cluster.thaw(silent.machine);
  await sleep(AFTER_MS);
  await until('the machine that was silent follows again', RETURN_PATIENCE_MS, () => cluster.hasStandbys(2));
  await buyers.stop();
  const { told, paid, troubles } = buyers;
  say(`${told.length} orders told, ${paid.length} of them paid; waiting for the last delivery`);
  await until('every paid order is delivered', DELIVERY_PATIENCE_MS, async () => {
    const statuses = await Promise.all(paid.map(({ status }) => status().catch(() => 'unknown')));
    return statuses.every((status) => status === 'delivered');
  }).catch((error: Error) => say(error.message));
  const faults = [
    ...(await findLosses(slipway, buyers)),
    ...[killed, silent]
      .filter(({ seconds }) => seconds * SECOND_MS > MOST_OUTAGE_MS)
      .map(({ how, seconds }) => `no order for ${seconds.toFixed(1)} s after the primary was ${how}`),
    ...wrongAnswers(buyers),
  ];
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return `of three PostgreSQL the primary killed under load, then the next one silent for a while: first new order after ${killed.seconds.toFixed(1)} s and ${silent.seconds.toFixed(1)} s, ${told.length} orders acknowledged, ${paid.length} of them paid, ${paid.length} delivered, ${troubles.length} calls refused meanwhile`;
}

type Outage = { readonly how: string; readonly machine: MachineName; readonly seconds: number };

/** From the loss until the first new order was told; one that was asked for before does not count. */
async function outageOf(
  cluster: PatroniCluster,
  { told }: Buyers,
  how: string,
  act: (name: MachineName) => void,
): Promise<Outage> {
  const machine = await cluster.primary();
  if (machine === undefined) throw new Error('There is no primary to lose.');
  const before = told.length;
  act(machine);
  const lostAt = performance.now();
  say(`${machine}, the primary, is ${how}; ${before} orders told so far`);
  let next: Buyers['told'][number] | undefined;
  await until('orders are taken again', 3 * MOST_OUTAGE_MS, async () => {
    next = told.find(({ askedAt }) => askedAt > lostAt);
    return next !== undefined;
  });
  const seconds = ((next?.toldAt ?? Number.NaN) - lostAt) / SECOND_MS;
  say(`${await cluster.primary()} is the primary; the first new order was told after ${seconds.toFixed(1)} s`);
  return { how, machine, seconds };
}

/** While the database is away there is one answer, and it says so. */
function wrongAnswers({ troubles }: Buyers): readonly string[] {
  const counts = new Map<string, number>();
  for (const { call, httpStatus, error } of troubles) {
    const kind = `${call} answered ${httpStatus} ${error}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  for (const [kind, count] of counts) say(`${count} times ${kind}`);
  return [...counts.keys()].filter((kind) => !/ 503 unavailable$| price_unavailable$/.test(kind));
}

async function until(what: string, patienceMs: number, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${patienceMs / SECOND_MS} s`);
    await sleep(INTERVAL_MS);
  }
}

function say(line: string): void {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\nThe logs are in ${LOGS}.\n`);
  process.exitCode = 1;
});
