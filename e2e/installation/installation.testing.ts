import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { productEnvironment } from '../../sandbox/productEnvironment.ts';
import { type Child, readLog, waitUntilReady } from '../../tools/start/childProcess.ts';
import { createLaunchContext, PROJECT_FOLDER } from '../../tools/start/launch.ts';
import { enableRoleLogins, openRunDatabase, type RunDatabase } from '../../tools/start/openRunDatabase.ts';
import { buildWhenStale } from '../../tools/start/productBuild.ts';
import { requestTopUps } from '../../tools/start/requestTopUps.ts';
import { childPath } from '../../tools/start/requireSandboxPrograms.ts';
import { sampleKeysFolder, writeSampleKeys } from '../../tools/start/sampleKeys.ts';
import { readStartSettings, SANDBOX_PORT_COUNT } from '../../tools/start/startSettings.ts';
import { createOwnedFolder, removeOwnedFolder } from '../../tools/temporary/ownedFolder.ts';
import { createOperatorCli } from '../createOperatorCli.ts';
import type { OperatorCli } from '../operatorCli.ts';
import { createSandboxClient, type SandboxClient } from '../sandboxClient.ts';
import { findFreePorts, LOGS_FOLDER } from '../startWorld.ts';
import { createRelease, type ProgramVersion, type Release } from './release.testing.ts';

const SANDBOX_PATIENCE_MS = 60_000;
const STOP_PATIENCE_MS = 8_000;

/**
 * A database, the stand-ins for vendors, and the settings of an operator who runs each role as a separate process. Its
 * processes are those of a {@link Release}, so that tests can kill, restore, measure and replace them one by one.
 */
export type Installation = {
  readonly database: RunDatabase;
  readonly dataDir: string;
  /** Folder of the signer's record. */
  readonly signerFolder: string;
  readonly signerSocket: string;
  readonly desk: SandboxClient;
  /** The command line of the sandbox's people; needs a running worker. */
  readonly operator: OperatorCli<readonly string[]>;
  readonly sandboxPort: number;
  /** The environment of a worker of the product. */
  readonly variables: Readonly<Record<string, string>>;
  /** Free ports; buyers reach the product at the first one. */
  readonly ports: readonly number[];
  /** Every process that was started, oldest first. */
  readonly children: readonly Child[];
  release(version: ProgramVersion): Release;
  /**
   * Builds the product, starts the stand-ins, migrates, lets every database role log in, and has the wallets refilled whenever
   * they run low.
   */
  prepare(release: Release): Promise<void>;
  /** Ends every process and the database, copies the logs to `test-results/logs`, and removes the data. */
  close(): Promise<void>;
};

/** Opens an empty database and chooses ports and settings. Starts no process of the product; see {@link Installation.prepare}. */
export async function openInstallation(
  name: string,
  options: {
    readonly portCount: number;
    /** For all processes, including the stand-ins. */
    readonly environment?: Readonly<Record<string, string>>;
    /** For the product's processes. */
    readonly variables?: Readonly<Record<string, string>>;
  },
): Promise<Installation> {
  const dataDir = await createOwnedFolder(`slipway-${name}-`);
  const sandboxPort = await findFreePorts(SANDBOX_PORT_COUNT + options.portCount);
  const ports = Array.from({ length: options.portCount }, (_, index) => sandboxPort + SANDBOX_PORT_COUNT + index);
  const productPort = ports[0] ?? 0;
  const settings = readStartSettings(
    { PORT: String(productPort), SANDBOX_PORT: String(sandboxPort), DATA_DIR: dataDir, RATE_LIMITS: 'off' },
    dataDir,
  );
  const database = await openRunDatabase({ ...settings, dataDir });
  const children: Child[] = [];
  const launch = createLaunchContext({
    settings,
    dataDir,
    path: childPath(PROJECT_FOLDER, process.env['PATH']),
    environment: { ...process.env, ...options.environment },
    database,
  });
  const product = productEnvironment({
    sandboxPort,
    productPort,
    bankFilesFolder: join(dataDir, 'sandbox', 'bank-files'),
    bankReceivedFolder: join(dataDir, 'sandbox', 'bank-received'),
    seedsFolder: join(dataDir, 'sandbox', 'seeds'),
  });
  const variables = {
    ...product,
    CONFIGURATION_SEEDS: `${join(PROJECT_FOLDER, 'e2e/ownOffersAlone/')},${product['CONFIGURATION_SEEDS']}`,
    RATE_LIMITS: 'off',
    SLIPWAY_SANDBOX: '1',
    ...options.variables,
  };
  const signerFolder = join(dataDir, 'signer');
  const operatorKeysFolder = sampleKeysFolder(dataDir);
  writeSampleKeys(operatorKeysFolder);
  const socket = join(tmpdir(), `slipway-${name}-${sandboxPort}.socket`);
  const deskUrl = `http://localhost:${sandboxPort}`;
  return {
    database,
    dataDir,
    signerFolder,
    signerSocket: socket,
    desk: createSandboxClient(deskUrl),
    operator: createOperatorCli({ operatorsUrl: launch.getDatabaseUrl('operator'), operatorKeysFolder }),
    sandboxPort,
    variables,
    ports,
    children,
    release: (version) => createRelease(version, { launch, variables, socket, signerFolder, children }),
    async prepare(release) {
      const logFile = launch.logFile('build');
      const started = async (child: Child) => void children.push(child);
      await buildWhenStale({
        projectFolder: PROJECT_FOLDER,
        environment: launch.environment,
        logFile,
        onStart: started,
      });
      const sandbox = launch.startProcess('sandbox', 'sandbox/main.ts', {});
      children.push(sandbox);
      const isReady = () => Promise.resolve(/^\{"ready":true\b/m.test(readLog(sandbox.logFile)));
      const { signal } = new AbortController();
      await waitUntilReady(sandbox, isReady, { patienceMs: SANDBOX_PATIENCE_MS, signal });
      await release.migrate();
      await enableRoleLogins(database);
      await requestTopUps({ databaseUrl: launch.getDatabaseUrl('operator'), deskUrl, isOn: () => true });
    },
    async close() {
      for (const child of children.toReversed()) await child.stop(STOP_PATIENCE_MS);
      await database.stop();
      await cp(join(dataDir, 'logs'), join(LOGS_FOLDER, name), { recursive: true }).catch(() => undefined);
      await removeOwnedFolder(dataDir);
    },
  };
}
