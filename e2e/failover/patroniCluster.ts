import { randomBytes } from 'node:crypto';
import { chmod, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { choosePostgresAccount } from '../../tools/postgres/postgresAccount.ts';
import { stopProcess } from '../../tools/process/processIdentity.ts';
import { runMark } from '../../tools/start/leftovers.ts';
import { findFreePorts } from '../startWorld.ts';
import {
  at,
  isPrimary,
  layMachine,
  MACHINE_NAMES,
  type Machine,
  type MachineName,
  PORTS_EACH,
  STOP_STEPS,
  signalMachine,
  startMachine,
  stopMachine,
} from './machine.ts';
import { startProgram } from './program.ts';
import type { Programs } from './requiredPrograms.ts';

const CONFIGURATION = fileURLToPath(new URL('../../deploy/patroni/', import.meta.url));
const READY_PATIENCE_MS = 120_000;
const INTERVAL_MS = 100;
export type PatroniCluster = {
  /** Of the role that may make others, at the primary, whichever that is. */
  readonly databaseUrl: string;
  /** Which one says that it holds the leader's key; undefined where none or two do. */
  primary(): Promise<MachineName | undefined>;
  /** Whether so many standbys follow, one of them synchronously. */
  hasStandbys(count: number): Promise<boolean>;
  /** The whole of it at once, as when its power goes. */
  kill(name: MachineName): void;
  /** It says nothing any more, and closes nothing: as a machine that hangs, or a cable that is cut. */
  freeze(name: MachineName): void;
  /** It goes on where it was, and believes to be what it was. */
  thaw(name: MachineName): void;
  /** Power is back. */
  start(name: MachineName): void;
  stop(): Promise<void>;
};

/** Three machines' worth of etcd, Patroni and PostgreSQL on the loopback, by the files of deploy/patroni, and HAProxy before them. */
export async function startPatroniCluster(programs: Programs, folder: string): Promise<PatroniCluster> {
  const account = choosePostgresAccount('');
  await chmod(folder, 0o755);
  const first = await findFreePorts(MACHINE_NAMES.length * PORTS_EACH + 1);
  const routerPort = first + MACHINE_NAMES.length * PORTS_EACH;
  const machines = await Promise.all(
    MACHINE_NAMES.map((name, index) => layMachine(name, join(folder, name), first + index * PORTS_EACH, account)),
  );
  const secrets = { superuser: secret(), replication: secret(), rewind: secret() };
  const ownersPassword = secret();
  const environment = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC', ...runMark(folder) };

  function named(name: MachineName): Machine {
    const machine = machines.find((one) => one.name === name);
    if (!machine) throw new Error(`There is no machine ${name}.`);
    return machine;
  }

  // The machines' user may not read the project.
  const configuration = join(folder, 'patroni.yml');
  await copyFile(join(CONFIGURATION, 'patroni.yml'), configuration);
  await chmod(configuration, 0o644);
  const start = (machine: Machine) =>
    startMachine(machine, { machines, programs, account, configuration, secrets, environment });
  machines.forEach(start);
  const router = startProgram({
    command: programs.haproxy,
    parameters: ['-db', '-f', join(CONFIGURATION, 'haproxy.cfg')],
    environment: { ...environment, SLIPWAY_DATABASE: at(routerPort), ...routes(machines) },
    account: {},
    folder: '/',
    logFile: join(folder, 'haproxy.log'),
  });
  const superusersUrl = `postgres://postgres:${secrets.superuser}@${at(routerPort)}/postgres`;
  const cluster: PatroniCluster = {
    databaseUrl: `postgres://slipway:${ownersPassword}@${at(routerPort)}/slipway`,
    async primary() {
      const leaders = await Promise.all(machines.map(async (one) => ((await isPrimary(one)) ? [one.name] : [])));
      const [leader, ...others] = leaders.flat();
      return others.length === 0 ? leader : undefined;
    },
    async hasStandbys(count) {
      const rows = await followers(superusersUrl).catch(() => []);
      return rows.length >= count && rows.some(({ sync_state }) => sync_state === 'sync');
    },
    kill: (name) => signalMachine(named(name), 'SIGKILL'),
    freeze: (name) => signalMachine(named(name), 'SIGSTOP'),
    thaw: (name) => signalMachine(named(name), 'SIGCONT'),
    start: (name) => start(named(name)),
    async stop() {
      await stopProcess(router, STOP_STEPS);
      await Promise.all(machines.map((machine) => stopMachine(machine)));
    },
  };
  try {
    await until(
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

async function until(what: string, isSo: () => Promise<boolean>, folder: string): Promise<void> {
  const deadline = performance.now() + READY_PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline)
      throw new Error(`${what}: not within ${READY_PATIENCE_MS / 1000} s (see the logs in ${folder}).`);
    await sleep(INTERVAL_MS);
  }
}

function secret(): string {
  return randomBytes(16).toString('hex');
}

function routes(machines: readonly Machine[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    machines.flatMap(({ name, ports }) => [
      [`POSTGRES_${name.toUpperCase()}`, at(ports.postgres)],
      [`PATRONI_PORT_${name.toUpperCase()}`, String(ports.patroni)],
    ]),
  );
}

type Follower = { readonly application_name: string; readonly sync_state: string };

function followers(url: string): Promise<readonly Follower[]> {
  return asking(url, async (client) => {
    const { rows } = await client.query<Follower>(
      `select application_name, sync_state from pg_stat_replication where state = 'streaming' and application_name = any($1)`,
      [MACHINE_NAMES],
    );
    return rows;
  });
}

/** As docs/operating.md has it. */
function createDatabase(url: string, password: string): Promise<unknown> {
  return asking(url, async (client) => {
    await client.query(`create role slipway login createrole password ${pg.escapeLiteral(password)}`);
    await client.query('create database slipway owner slipway');
  });
}

async function asking<Answer>(url: string, ask: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 20_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await ask(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
