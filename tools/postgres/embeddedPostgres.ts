import { join } from 'node:path';
import pg from 'pg';
import type { ProcessIdentity } from '../process/processIdentity.ts';
import { choosePostgresAccount } from './postgresAccount.ts';
import { preparePostgresBinaries } from './postgresBinaries.ts';
import {
  CLUSTER_ROLE,
  clusterFolder,
  clusterHome,
  copiesFolder,
  openCluster,
  type PostgresCluster,
} from './postgresCluster.ts';
import { findLeftServer, type PostgresServer, startPostgresServer, stopPostgresServer } from './postgresServer.ts';

const DATABASE = 'slipway';

export type EmbeddedPostgres = {
  /** Of the database `slipway`, with the role that owns it. */
  readonly url: string;
  readonly identity: ProcessIdentity;
  readonly logFile: string;
  /** True when it is the server of an earlier run. */
  readonly adopted: boolean;
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** A folder of its own. */
  readonly dataDir: string;
  /** Unset: the port of the server that an earlier run left, else any free one. */
  readonly port?: number | undefined;
  readonly logFile?: string;
  /** False only for tests: a crash of the machine may then lose everything. */
  readonly durable?: boolean;
  /** Hears of what takes longer than usual. */
  readonly log: (line: string) => void;
};

/**
 * A PostgreSQL server of our own, on loopback. It outlives the process that started it when that is killed; the next start
 * on the same folder takes it over. An Error's message is one line for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, port, log, durable = true, logFile = join(dataDir, 'server.log') } = options;
  const account = choosePostgresAccount(clusterFolder(dataDir));
  const home = await clusterHome(dataDir, account);
  const binaries = await preparePostgresBinaries(account, copiesFolder(home, account));
  const cluster = await openCluster(home, account, binaries, durable);

  let server = await adoptServer(cluster, port, log);
  const adopted = server !== undefined;
  server ??= await startPostgresServer(cluster, { account, binaries, port, logFile, durable });
  const running = server;
  try {
    await createDatabase(cluster, running);
  } catch (error) {
    await stopPostgresServer(running);
    throw error;
  }
  return {
    url: databaseUrl(cluster, running, DATABASE),
    identity: running.identity,
    logFile,
    adopted,
    stop: () => stopPostgresServer(running),
  };
}

async function adoptServer(
  cluster: PostgresCluster,
  port: number | undefined,
  log: (line: string) => void,
): Promise<PostgresServer | undefined> {
  const left = await findLeftServer(cluster);
  if (!left) return undefined;
  if ((port === undefined || port === left.port) && (await answersFor(cluster, left))) return left;
  log('Stopping the database server of an earlier run.');
  await stopPostgresServer(left);
  return undefined;
}

function databaseUrl(cluster: PostgresCluster, server: PostgresServer, database: string): string {
  return `postgres://${CLUSTER_ROLE}:${cluster.password}@127.0.0.1:${server.port}/${database}`;
}

/** The server on that port must be the one of this cluster. */
async function answersFor(cluster: PostgresCluster, server: PostgresServer): Promise<boolean> {
  try {
    const folder = await withClient(cluster, server, (client) =>
      client.query<{ data_directory: string }>('show data_directory'),
    );
    return folder.rows[0]?.data_directory === cluster.data;
  } catch {
    return false;
  }
}

async function createDatabase(cluster: PostgresCluster, server: PostgresServer): Promise<void> {
  await withClient(cluster, server, async (client) => {
    const found = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  });
}

async function withClient<Result>(
  cluster: PostgresCluster,
  server: PostgresServer,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: databaseUrl(cluster, server, 'postgres'),
    connectionTimeoutMillis: 5_000,
  });
  // The call that waits on a broken connection rejects by itself; an unheard error event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
