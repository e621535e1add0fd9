import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import type { PostgresAccount } from '../../tools/postgres/postgresAccount.ts';
import {
  identifyProcess,
  isRunning,
  type ProcessIdentity,
  readParentPid,
  stopProcess,
} from '../../tools/process/processIdentity.ts';
import type { MachineName } from './machineNames.ts';
import type { MachineNetwork } from './network.ts';
import { startProgram } from './program.ts';
import type { Programs } from './requirePrograms.ts';

export const PORTS_PER_MACHINE = 4;
const LOOPBACK = '127.0.0.1';
/** Longer than etcd's defaults: here three members share one disk, and share two processors with all other processes. */
const ETCD_HEARTBEAT_MS = 250;
const ETCD_ELECTION_MS = 2_500;
/** Time for PostgreSQL to shut down; it is then killed, since its data is not read again. */
export const STOP_STEPS = [
  { signal: 'SIGTERM', patienceMs: 15_000 },
  { signal: 'SIGKILL', patienceMs: 2_000 },
] as const;

/** One of the three machines: etcd, Patroni, and the PostgreSQL that Patroni starts. */
export type Machine = {
  readonly name: MachineName;
  readonly folder: string;
  /** The address at which the other machines, the router and this process reach it. */
  readonly host: string;
  readonly ports: {
    readonly client: number;
    readonly peer: number;
    readonly patroni: number;
    readonly postgres: number;
  };
  running: ProcessIdentity[];
};

/** Settings that all machines share. */
export type MachinePlan = {
  readonly machines: readonly Machine[];
  readonly programs: Programs;
  /** The account that runs all programs. */
  readonly account: PostgresAccount;
  /** Path of Patroni's configuration file. */
  readonly configuration: string;
  /** Passwords of the PostgreSQL roles that Patroni uses. */
  readonly secrets: { readonly superuser: string; readonly replication: string; readonly rewind: string };
  readonly environment: NodeJS.ProcessEnv;
  /** Undefined: all machines are on the loopback interface. */
  readonly network: MachineNetwork | undefined;
};

export async function prepareMachine(
  name: MachineName,
  folder: string,
  first: number,
  account: PostgresAccount,
  host = LOOPBACK,
): Promise<Machine> {
  mkdirSync(folder, { mode: 0o700 });
  if (account.uid !== undefined && account.gid !== undefined) await chown(folder, account.uid, account.gid);
  const ports = { client: first, peer: first + 1, patroni: first + 2, postgres: first + 3 };
  return { name, folder, host, ports, running: [] };
}

export function formatLoopbackAddress(port: number): string {
  return `${LOOPBACK}:${port}`;
}

/** Returns the address of one of the machine's servers. */
export function formatAddress({ host, ports }: Machine, server: keyof Machine['ports']): string {
  return `${host}:${ports[server]}`;
}

/**
 * Starts etcd and Patroni. Passes the settings that differ between machines in the environment, as deploy/patroni/node.env
 * does.
 */
export function startMachine(
  machine: Machine,
  { machines, programs, account, configuration, secrets, environment, network }: MachinePlan,
): void {
  const { name } = machine;
  const common = { account, folder: machine.folder, ...(network && { prefix: network.runOn(name, account) }) };
  const etcd = startProgram({
    ...common,
    command: programs.etcd,
    parameters: buildEtcdParameters(machine, machines, programs),
    environment,
    logFile: join(machine.folder, 'etcd.log'),
  });
  const patroni = startProgram({
    ...common,
    command: programs.patroni,
    parameters: [configuration],
    environment: {
      ...environment,
      PATRONI_NAME: name,
      [programs.mayUseEtcd3 ? 'PATRONI_ETCD3_HOSTS' : 'PATRONI_ETCD_HOSTS']: machines
        .map((one) => formatAddress(one, 'client'))
        .join(','),
      PATRONI_RESTAPI_LISTEN: formatAddress(machine, 'patroni'),
      PATRONI_RESTAPI_CONNECT_ADDRESS: formatAddress(machine, 'patroni'),
      PATRONI_POSTGRESQL_LISTEN: formatAddress(machine, 'postgres'),
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: formatAddress(machine, 'postgres'),
      PATRONI_POSTGRESQL_DATA_DIR: join(machine.folder, 'data'),
      PATRONI_POSTGRESQL_BIN_DIR: programs.postgresBinaries,
      PATRONI_POSTGRESQL_PGPASS: join(machine.folder, 'pgpass'),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: secrets.superuser,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: secrets.replication,
      PATRONI_REWIND_USERNAME: 'rewinder',
      PATRONI_REWIND_PASSWORD: secrets.rewind,
    },
    logFile: join(machine.folder, 'patroni.log'),
  });
  machine.running = [etcd, patroni];
}

function buildEtcdParameters(machine: Machine, all: readonly Machine[], { mayUseEtcd3 }: Programs): readonly string[] {
  const { name, folder } = machine;
  const client = `http://${formatAddress(machine, 'client')}`;
  const peer = `http://${formatAddress(machine, 'peer')}`;
  return [
    `--name=${name}`,
    `--data-dir=${join(folder, 'etcd')}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=${all.map((one) => `${one.name}=http://${formatAddress(one, 'peer')}`).join(',')}`,
    '--initial-cluster-state=new',
    `--heartbeat-interval=${ETCD_HEARTBEAT_MS}`,
    `--election-timeout=${ETCD_ELECTION_MS}`,
    ...(mayUseEtcd3 ? [] : ['--enable-v2=true']),
  ];
}

export function isPrimary(machine: Machine): Promise<boolean> {
  return fetch(`http://${formatAddress(machine, 'patroni')}/primary`, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.ok;
    },
    () => false,
  );
}

/** Returns whether the machine's etcd leads the others; false if it does not answer. */
export async function isEtcdLeader(machine: Machine): Promise<boolean> {
  const metrics = await fetch(`http://${formatAddress(machine, 'client')}/metrics`, {
    signal: AbortSignal.timeout(2_000),
  }).then(
    (answer) => answer.text(),
    () => '',
  );
  return /^etcd_server_is_leader 1$/m.test(metrics);
}

/**
 * Signals every process of a machine. Patroni starts PostgreSQL in a separate session, and each of PostgreSQL's server
 * processes creates another, so they are found by their parents.
 */
export function signalMachine(machine: Machine, signal: NodeJS.Signals): void {
  const postmaster = findPostmaster(machine);
  const parents = [...machine.running, ...(postmaster ? [postmaster] : [])].map(({ pid }) => pid);
  const children = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parents.includes(readParentPid(pid)));
  for (const pid of new Set([...parents, ...children])) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has already ended.
    }
  }
}

function findPostmaster({ folder }: Machine): ProcessIdentity | undefined {
  try {
    return identifyProcess(Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n', 1)[0]));
  } catch {
    return undefined;
  }
}

/** Stops Patroni first, which stops its PostgreSQL and needs etcd for that. */
export async function stopMachine(machine: Machine): Promise<void> {
  const [etcd, patroni] = machine.running;
  // A machine that a test has paused cannot react to SIGTERM.
  signalMachine(machine, 'SIGCONT');
  if (patroni) await stopProcess(patroni, STOP_STEPS);
  const postmaster = findPostmaster(machine);
  if (postmaster && isRunning(postmaster)) signalMachine(machine, 'SIGKILL');
  if (etcd) await stopProcess(etcd, STOP_STEPS);
}
