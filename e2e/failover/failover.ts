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
import type { MachineName } from './machineNames.ts';
import { createMachineNetwork, type MachineNetwork } from './network.ts';
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

type Outage = {
  /** Completes "no order for 9 s after …": `the primary was killed`. */
  readonly description: string;
  choose(cluster: PatroniCluster): Promise<MachineName | undefined>;
  begin(name: MachineName): void;
  end(name: MachineName): void;
};

/**
 * `npm run test:failover`: runs PostgreSQL on three machines under Patroni, Slipway's processes, and buyers. Loses the
 * primary's machine twice: by killing it and by freezing it. With `network`, as root, each machine has a network namespace:
 * packets are lost all the time, and instead the primary and then etcd's leader are cut off in one direction. Nothing that was
 * confirmed to a client may be lost.
 */
async function main(mode: string | undefined): Promise<void> {
  const withNetwork = mode === 'network';
  if (mode !== undefined && !withNetwork) throw new Error(`There is no "${mode}": use no argument, or network.`);
  const programs = requirePrograms(process.env, { network: withNetwork });
  const folder = await createOwnedFolder('slipway-failover-');
  // Slipway takes every process that is marked with its data folder for one of its own, so the cluster has another folder.
  const dataDir = await createOwnedFolder('slipway-failover-');
  let cluster: PatroniCluster | undefined;
  let slipway: ProductRun | undefined;
  let network: MachineNetwork | undefined;
  try {
    if (withNetwork) network = createMachineNetwork();
    cluster = await startPatroniCluster(programs, folder, network);
    printLine('PostgreSQL runs on three machines');
    const port = await findFreePorts(SANDBOX_PORT_COUNT + 1);
    slipway = await startSlipway(cluster.databaseUrl, dataDir, port);
    printLine(`Slipway is at ${slipway.origin}`);
    const broken = slipway.broken.then((line) => {
      throw new Error(line);
    });
    broken.catch(() => undefined);
    const outages = network ? buildNetworkOutages(network) : buildMachineOutages(cluster);
    const degraded = network ? `${network.degrade()}; ` : '';
    const run = runOutages(outages, cluster, slipway, port + 1);
    const report = `${degraded}${await Promise.race([run, broken, rejectOnSignal()])}`;
    const { patroniVersion, mayUseEtcd3 } = programs;
    const line = `Patroni ${patroniVersion} over version ${mayUseEtcd3 ? 3 : 2} of etcd's API: ${report}`;
    printLine(line);
    const title = withNetwork ? 'Database failover on a lossy network' : 'Database failover';
    recordProof(`${title}, Patroni ${patroniVersion}, etcd API ${mayUseEtcd3 ? 3 : 2}`, {
      figures: report,
      result: 'no acknowledged order lost, nothing paid twice',
    });
  } finally {
    await slipway?.stop();
    await cluster?.stop();
    network?.remove();
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
    // All buyers pay within two minutes: more than the exchange's lowest tier allows.
    environment: { ...process.env, SANDBOX_BLOCK_SECONDS: BLOCK_SECONDS, KRAKEN_TIER: 'pro' },
    database: { url: databaseUrl, getUrl: (role) => roleUrl(databaseUrl, role), stop: () => Promise.resolve() },
    signal: new AbortController().signal,
    log: () => undefined,
  });
}

const choosePrimary: Outage['choose'] = (cluster) => cluster.primary();

function buildMachineOutages(cluster: PatroniCluster): readonly Outage[] {
  return [
    { description: 'the primary was killed', choose: choosePrimary, begin: cluster.kill, end: cluster.start },
    { description: 'the primary was frozen', choose: choosePrimary, begin: cluster.freeze, end: cluster.thaw },
  ];
}

function buildNetworkOutages({ mute: begin, unmute: end }: MachineNetwork): readonly Outage[] {
  return [
    { description: 'the primary was cut off (its packets reach no one)', choose: choosePrimary, begin, end },
    { description: "etcd's leader was cut off in the same way", choose: (cluster) => cluster.etcdLeader(), begin, end },
  ];
}

/** Returns the report. Throws if something was lost, took too long or was answered wrongly. */
async function runOutages(
  outages: readonly Outage[],
  cluster: PatroniCluster,
  slipway: ProductRun,
  sandboxPort: number,
): Promise<string> {
  const buyers = await startBuyers({ ...slipway, sandboxPort });
  await sleep(WARM_UP_MS);
  const measured: { readonly description: string; readonly seconds: number }[] = [];
  for (const outage of outages) {
    const { machine, seconds } = await measureOutage(cluster, buyers, outage);
    measured.push({ description: outage.description, seconds });
    outage.end(machine);
    await sleep(RECOVERY_MS);
    await waitUntil(`${machine} follows again`, RETURN_PATIENCE_MS, () => cluster.hasStandbys(2));
  }
  await buyers.stop();
  const { confirmed, paid, troubles } = buyers;
  printLine(`${confirmed.length} orders confirmed, ${paid.length} of them paid; waiting for the last delivery`);
  await waitUntil('every paid order is delivered', DELIVERY_PATIENCE_MS, async () => {
    const statuses = await Promise.all(paid.map(({ status }) => status().catch(() => 'unknown')));
    return statuses.every((status) => status === 'delivered');
  }).catch((error: Error) => printLine(error.message));
  const faults = [
    ...(await findLosses(slipway, buyers)),
    ...measured
      .filter(({ seconds }) => seconds * SECOND_MS > MAX_OUTAGE_MS)
      .map(({ description, seconds }) => `no order for ${seconds.toFixed(1)} s after ${description}`),
    ...findWrongAnswers(buyers),
  ];
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const times = measured
    .map(({ description, seconds }) => `${seconds.toFixed(1)} s after ${description}`)
    .join(' and ');
  return `of three PostgreSQL under load, first new order ${times}; ${confirmed.length} orders acknowledged, ${paid.length} of them paid and delivered, ${troubles.length} calls refused meanwhile`;
}

/**
 * Begins the outage. Returns its machine, and the time until the first new order was confirmed; an order requested before the
 * outage does not count.
 */
async function measureOutage(
  cluster: PatroniCluster,
  { confirmed }: RunningBuyers,
  { description, choose, begin }: Outage,
): Promise<{ readonly machine: MachineName; readonly seconds: number }> {
  const machine = await choose(cluster);
  if (machine === undefined) throw new Error(`No machine can be chosen for the outage: ${description}.`);
  const before = confirmed.length;
  begin(machine);
  const lostAt = performance.now();
  printLine(`${machine}: ${description}; ${before} orders confirmed so far`);
  let next: RunningBuyers['confirmed'][number] | undefined;
  await waitUntil('orders are taken again', 3 * MAX_OUTAGE_MS, async () => {
    next = confirmed.find(({ sentAt }) => sentAt > lostAt);
    return next !== undefined;
  });
  const seconds = ((next?.confirmedAt ?? Number.NaN) - lostAt) / SECOND_MS;
  printLine(
    `${await cluster.primary()} is the primary; the first new order was confirmed after ${seconds.toFixed(1)} s`,
  );
  return { machine, seconds };
}

/**
 * Prints how often each kind of call failed, and returns the wrong kinds. While the database is down, only `unavailable` and
 * `price_unavailable` are right.
 */
function findWrongAnswers({ troubles }: RunningBuyers): readonly string[] {
  const counts = new Map<string, number>();
  for (const { call, httpStatus, error } of troubles) {
    const kind = `${call} answered ${httpStatus} ${error}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  for (const [kind, count] of counts) printLine(`${count} times ${kind}`);
  return [...counts.keys()].filter((kind) => !/ 503 unavailable$| price_unavailable$/.test(kind));
}

async function waitUntil(what: string, patienceMs: number, isMet: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await isMet())) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${patienceMs / SECOND_MS} s`);
    await sleep(INTERVAL_MS);
  }
}

function printLine(line: string): void {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
}

await main(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\nThe logs are in ${LOGS}.\n`);
  process.exitCode = 1;
});
