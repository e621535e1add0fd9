import { randomBytes } from 'node:crypto';
import { chmod, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { choosePostgresAccount } from '../../tools/postgres/postgresAccount.ts';
import { stopProcess } from '../../tools/process/processIdentity.ts';
import { buildRunMark } from '../../tools/start/leftoverProcesses.ts';
import { findFreePorts } from '../startWorld.ts';
import {
  formatAddress,
  formatLoopbackAddress,
  isEtcdLeader,
  isPrimary,
  type Machine,
  PORTS_PER_MACHINE,
  prepareMachine,
  STOP_STEPS,
  signalMachine,
  startMachine,
  stopMachine,
} from './machine.ts';
import { MACHINE_NAMES, type MachineName } from './machineNames.ts';
import type { MachineNetwork } from './network.ts';
import { startProgram } from './program.ts';
import type { Programs } from './requirePrograms.ts';

const CONFIGURATION = fileURLToPath(new URL('../../deploy/patroni/', import.meta.url));
const READY_PATIENCE_MS = 120_000;
const INTERVAL_MS = 100;
export type PatroniCluster = {
  /** Connects to the current primary with the role that may create roles. */
  readonly databaseUrl: string;
  /** Returns the machine that reports it holds the leader key; undefined if none or two do. */
  primary(): Promise<MachineName | undefined>;
  /** Returns the machine whose etcd leads the others; undefined if none does or answers. */
  etcdLeader(): Promise<MachineName | undefined>;
  /** Returns whether at least this many standbys follow, at least one of them synchronously. */
  hasStandbys(count: number): Promise<boolean>;
  /** Kills all processes of the machine at once, as a power failure does. */
  kill(name: MachineName): void;
  /** Stops the machine without closing its connections, as a hang or a cut cable does. */
  freeze(name: MachineName): void;
  /** Continues a frozen machine, which still believes it has its former role. */
  thaw(name: MachineName): void;
  /** Starts the machine after a power failure. */
  start(name: MachineName): void;
  stop(): Promise<void>;
};

/**
 * Starts etcd, Patroni and PostgreSQL for three machines with the files of deploy/patroni, and HAProxy in front of them.
 * All of it is on the loopback interface if there is no network. Resolves once there are two standbys and Slipway's database.
 */
export async function startPatroniCluster(
  programs: Programs,
  folder: string,
  network?: MachineNetwork,
): Promise<PatroniCluster> {
  const account = choosePostgresAccount('');
  await chmod(folder, 0o755);
  const first = await findFreePorts(MACHINE_NAMES.length * PORTS_PER_MACHINE + 1);
  const routerPort = first + MACHINE_NAMES.length * PORTS_PER_MACHINE;
  const machines = await Promise.all(
    MACHINE_NAMES.map((name, index) =>
      prepareMachine(name, join(folder, name), first + index * PORTS_PER_MACHINE, account, network?.getAddress(name)),
    ),
  );
  const secrets = { superuser: generateSecret(), replication: generateSecret(), rewind: generateSecret() };
  const ownersPassword = generateSecret();
  const environment = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC', ...buildRunMark(folder) };

  function getMachine(name: MachineName): Machine {
    const machine = machines.find((one) => one.name === name);
    if (!machine) throw new Error(`There is no machine ${name}.`);
    return machine;
  }

  // The machines' user cannot read the project.
  const configuration = join(folder, 'patroni.yml');
  await copyFile(join(CONFIGURATION, 'patroni.yml'), configuration);
  await chmod(configuration, 0o644);
  const start = (machine: Machine) =>
    startMachine(machine, { machines, programs, account, configuration, secrets, environment, network });
  machines.forEach(start);
  const router = startProgram({
    command: programs.haproxy,
    parameters: ['-db', '-f', join(CONFIGURATION, 'haproxy.cfg')],
    environment: {
      ...environment,
      SLIPWAY_DATABASE: formatLoopbackAddress(routerPort),
      ...buildRouterVariables(machines),
    },
    account: {},
    folder: '/',
    logFile: join(folder, 'haproxy.log'),
  });
  const superusersUrl = `postgres://postgres:${secrets.superuser}@${formatLoopbackAddress(routerPort)}/postgres`;
  const cluster: PatroniCluster = {
    databaseUrl: `postgres://slipway:${ownersPassword}@${formatLoopbackAddress(routerPort)}/slipway`,
    async primary() {
      const leaders = await Promise.all(machines.map(async (one) => ((await isPrimary(one)) ? [one.name] : [])));
      const [leader, ...others] = leaders.flat();
      return others.length === 0 ? leader : undefined;
    },
    async etcdLeader() {
      for (const machine of machines) if (await isEtcdLeader(machine)) return machine.name;
      return undefined;
    },
    async hasStandbys(count) {
      const rows = await readFollowers(superusersUrl).catch(() => []);
      return rows.length >= count && rows.some(({ sync_state }) => sync_state === 'sync');
    },
    kill: (name) => signalMachine(getMachine(name), 'SIGKILL'),
    freeze: (name) => signalMachine(getMachine(name), 'SIGSTOP'),
    thaw: (name) => signalMachine(getMachine(name), 'SIGCONT'),
    start: (name) => start(getMachine(name)),
    async stop() {
      await stopProcess(router, STOP_STEPS);
      await Promise.all(machines.map((machine) => stopMachine(machine)));
    },
  };
  try {
    await waitUntil(
      'three PostgreSQL servers, one of them the primary',
      () => cluster.hasStandbys(MACHINE_NAMES.length - 1),
      folder,
    );
    await createDatabase(superusersUrl, ownersPassword);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}

async function waitUntil(what: string, isMet: () => Promise<boolean>, folder: string): Promise<void> {
  const deadline = performance.now() + READY_PATIENCE_MS;
  while (!(await isMet())) {
    if (performance.now() > deadline)
      throw new Error(`${what}: not within ${READY_PATIENCE_MS / 1000} s (see the logs in ${folder}).`);
    await sleep(INTERVAL_MS);
  }
}

function generateSecret(): string {
  return randomBytes(16).toString('hex');
}

function buildRouterVariables(machines: readonly Machine[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    machines.flatMap((machine) => [
      [`POSTGRES_${machine.name.toUpperCase()}`, formatAddress(machine, 'postgres')],
      [`PATRONI_PORT_${machine.name.toUpperCase()}`, String(machine.ports.patroni)],
    ]),
  );
}

type Follower = { readonly application_name: string; readonly sync_state: string };

function readFollowers(url: string): Promise<readonly Follower[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<Follower>(
      `select application_name, sync_state from pg_stat_replication where state = 'streaming' and application_name = any($1)`,
      [MACHINE_NAMES],
    );
    return rows;
  });
}

/** Creates the role and the database as docs/operating/database.md describes. */
function createDatabase(url: string, password: string): Promise<unknown> {
  return withClient(url, async (client) => {
    await client.query(`create role slipway login createrole password ${pg.escapeLiteral(password)}`);
    await client.query('create database slipway owner slipway');
  });
}

async function withClient<Answer>(url: string, query: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 20_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await query(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
