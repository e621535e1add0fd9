import { join } from 'node:path';
import pg from 'pg';
import type { ProcessIdentity } from '../process/processIdentity.ts';
import { choosePostgresAccount } from './postgresAccount.ts';
import { preparePostgresBinaries } from './postgresBinaries.ts';
import {
  CLUSTER_ROLE,
  chooseCopiesFolder,
  getClusterFolder,
  openCluster,
  type PostgresCluster,
  prepareClusterHome,
} from './postgresCluster.ts';
import { findRunningServer, type PostgresServer, startPostgresServer, stopPostgresServer } from './postgresServer.ts';

const DATABASE = 'slipway';

export type EmbeddedPostgres = {
  /** URL of the database `slipway`, with its owner's role. */
  readonly url: string;
  readonly identity: ProcessIdentity;
  readonly logFile: string;
  /** True if the server was started by an earlier run. */
  readonly adopted: boolean;
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** A folder used only for this server. */
  readonly dataDir: string;
  readonly logFile?: string;
  /** False only for tests: a machine crash may then lose all data. */
  readonly durable?: boolean;
};

/**
 * Starts a PostgreSQL server on loopback and any free port. It keeps running if the process that started it is killed; the
 * next start on the same folder adopts it. An Error's message is one line for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, durable = true, logFile = join(dataDir, 'server.log') } = options;
  const account = choosePostgresAccount(getClusterFolder(dataDir));
  const home = await prepareClusterHome(dataDir, account);
  const binaries = await preparePostgresBinaries(account, chooseCopiesFolder(home, account));
  const cluster = await openCluster(home, account, binaries, durable);

  const earlierServer = await adoptServer(cluster);
  const server = earlierServer ?? (await startPostgresServer(cluster, { account, binaries, logFile, durable }));
  try {
    await withClient(cluster, server, ensureDatabase);
  } catch (error) {
    await stopPostgresServer(server);
    throw error;
  }
  return {
    url: buildDatabaseUrl(cluster, server, DATABASE),
    identity: server.identity,
    logFile,
    adopted: earlierServer !== undefined,
    stop: () => stopPostgresServer(server),
  };
}

/** Returns an earlier run's server if it answers and runs on this cluster; otherwise stops it and returns undefined. */
async function adoptServer(cluster: PostgresCluster): Promise<PostgresServer | undefined> {
  const earlierServer = await findRunningServer(cluster);
  if (!earlierServer) return undefined;
  const folder = await withClient(cluster, earlierServer, async (client) => {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory;
  }).catch(() => undefined);
  if (folder === cluster.data) return earlierServer;
  await stopPostgresServer(earlierServer);
  return undefined;
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  const found = await client.query('select from pg_database where datname = $1', [DATABASE]);
  if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
}

function buildDatabaseUrl(cluster: PostgresCluster, server: PostgresServer, database: string): string {
  return `postgres://${CLUSTER_ROLE}:${cluster.password}@127.0.0.1:${server.port}/${database}`;
}

async function withClient<Result>(
  cluster: PostgresCluster,
  server: PostgresServer,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: buildDatabaseUrl(cluster, server, 'postgres'),
    connectionTimeoutMillis: 5_000,
  });
  // A pending query on a broken connection rejects by itself; an unhandled error event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
