import { access, constants, mkdir, realpath } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { consoleEnvironment, productEnvironment, signerEnvironment } from '../../sandbox/productEnvironment.ts';
import { assignSandboxPorts } from '../../sandbox/world/ports.ts';
import type { RoleName } from '../../server/platform/database/roles/roleNames.ts';
import { toVariablePrefix } from '../../server/providers/defineVendor.ts';
import { patienceMs } from '../patience/patience.ts';
import { builtProduct, isUrlAnswering } from './builtProduct.ts';
import { readLog, readStartFailure, startChild, waitUntilReady } from './childProcess.ts';
import { enrolSamplePersons } from './enrolSamplePersons.ts';
import { requireFreePorts } from './freePorts.ts';
import { createLaunchContext, type LaunchContext, NODE_FLAGS, PROJECT_FOLDER, type ProductLauncher } from './launch.ts';
import { stopLeftoverProcesses } from './leftoverProcesses.ts';
import { enableRoleLogins, openRunDatabase, prepareDatabase, type RunDatabase } from './openRunDatabase.ts';
import { OperatorError } from './operatorError.ts';
import { requestTopUps } from './requestTopUps.ts';
import { childPath, requireSandboxPrograms } from './requireSandboxPrograms.ts';
import { claimRunFile } from './runFile.ts';
import { createRunProcesses, type RunProcesses } from './runProcesses.ts';
import { sampleKeysFolder, writeSampleKeys } from './sampleKeys.ts';
import { signerSocketPath } from './signerSocket.ts';
import type { StartSettings } from './startSettings.ts';

export type ProductRun = {
  readonly origin: string;
  /** The operators' console; undefined if it is not started. */
  readonly consoleUrl: string | undefined;
  /** The sandbox's page and its API. */
  readonly deskUrl: string;
  /** A partner's example site. */
  readonly shopUrl: string;
  /** Connects with the role that owns the tables. */
  readonly databaseUrl: string;
  /** Returns the URL with the role of one process; with the owner's role if the operator configured the database. */
  readonly getDatabaseUrl: (role: RoleName) => string;
  readonly logFolder: string;
  /** Adds a process that ends with the run. */
  readonly addChild: RunProcesses['add'];
  /** Resolves with one line when a part has ended unexpectedly. */
  readonly broken: Promise<string>;
  /** Stops all parts in order, from the server to the database. A second call kills the remaining ones without waiting. */
  stop(): Promise<void>;
};

export type ProductRunOptions = {
  readonly settings: StartSettings;
  /** The environment of the starting process; the parts get additional variables. */
  readonly environment: NodeJS.ProcessEnv;
  /** Selects the variables for the stand-ins that the server gets; by default all. */
  readonly productVariables?: (all: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
  /** Replaces the embedded or the operator's database; stopped with the other parts. */
  readonly database?: RunDatabase;
  /** How the web app and the server start; by default built and started once. */
  readonly product?: ProductLauncher;
  /** Aborting it cancels a start. */
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
};

/**
 * Starts the database, the sandbox, the web app, the signer, the server and the console on one data folder. First stops what a
 * killed run left there. If it fails, stops what it has started and throws: an {@link OperatorError} for a fault that the user can
 * fix.
 */
export async function startProductRun(options: ProductRunOptions): Promise<ProductRun> {
  const { settings, environment, signal, log } = options;
  const path = childPath(PROJECT_FOLDER, environment['PATH']);
  requireSandboxPrograms(path);
  const dataDir = await makeDataFolder(settings.dataDir);
  const runFile = await claimRunFile(dataDir, settings);
  const parts = createRunProcesses(dataDir, runFile);
  try {
    const stoppedCount = await stopLeftoverProcesses(dataDir, runFile.survivors);
    if (stoppedCount > 0) log(`Stopped ${stoppedCount} processes of a run that had been killed.`);
    await requireFreePorts(settings);
    const database = options.database ?? (await openRunDatabase({ ...settings, dataDir }));
    parts.setDatabase(database);
    signal.throwIfAborted();

    writeSampleKeys(sampleKeysFolder(dataDir));
    const launch = createLaunchContext({ settings, dataDir, path, environment, database });
    const { product = builtProduct, productVariables = (all) => all } = options;
    await Promise.all([
      startSandbox(launch, parts, signal),
      product.prepare(launch, parts, signal),
      prepareDatabase(database),
    ]);
    signal.throwIfAborted();
    const variables = buildServerVariables(launch, productVariables);
    if (database.getUrl) await migrateAndEnableLogins(product, launch, parts, variables, database);
    const deskUrl = `http://localhost:${settings.sandboxPort}`;
    const signer = startSigner(product, launch, parts, signal, variables);
    // The result is awaited below; this only prevents an unhandled rejection until then.
    signer.catch(() => undefined);
    const isOn = (network: string) => `${toVariablePrefix(network)}_RPC_URL` in variables;
    await requestTopUps({ databaseUrl: launch.getDatabaseUrl('operator'), deskUrl, isOn });
    await Promise.all([signer, product.startServer(launch, parts, signal, variables)]);
    const consoleUrl = await startConsole(product, launch, parts, signal, variables);
    return {
      origin: `http://localhost:${settings.port}`,
      consoleUrl,
      deskUrl,
      shopUrl: `http://localhost:${assignSandboxPorts(settings.sandboxPort).shop}`,
      databaseUrl: database.url,
      getDatabaseUrl: launch.getDatabaseUrl,
      logFolder: join(dataDir, 'logs'),
      addChild: parts.add,
      broken: parts.watch(),
      stop: parts.stop,
    };
  } catch (error) {
    await parts.stop();
    throw error;
  }
}

async function makeDataFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
    return await realpath(dataDir);
  } catch (error) {
    throw new OperatorError(
      `DATA_DIR ${dataDir} cannot be used (${(error as NodeJS.ErrnoException).code}): set it to a folder that you may write to.`,
    );
  }
}

async function startSandbox(launch: LaunchContext, parts: RunProcesses, signal: AbortSignal): Promise<void> {
  const sandbox = launch.startProcess('sandbox', 'sandbox/main.ts', {});
  await parts.add(sandbox);
  const hasAnnouncedReadiness = () => Promise.resolve(/^\{"ready":true\b/m.test(readLog(sandbox.logFile)));
  await waitUntilReady(sandbox, hasAnnouncedReadiness, { patienceMs, signal });
}

/** Migrates the database and enables the roles' logins, as an operator's host does before it starts a new version. */
async function migrateAndEnableLogins(
  { program }: ProductLauncher,
  launch: LaunchContext,
  parts: RunProcesses,
  { CONFIGURATION_SEEDS }: Readonly<Record<string, string>>,
  database: RunDatabase,
): Promise<void> {
  const migration = startChild({
    name: 'migration',
    lasts: false,
    command: [...NODE_FLAGS, join(PROJECT_FOLDER, program)],
    folder: PROJECT_FOLDER,
    environment: { ...launch.environment, ROLE: 'migrate', CONFIGURATION_SEEDS },
    logFile: launch.logFile('migration'),
  });
  await parts.add(migration);
  if ((await migration.ended) !== 0)
    throw new OperatorError(
      `The database could not be brought up to date: ${readStartFailure(migration.logFile)} (see ${migration.logFile}).`,
    );
  await enableRoleLogins(database);
}

/** Starts the process with the treasury's keys, if the server makes payouts. */
async function startSigner(
  { program }: ProductLauncher,
  launch: LaunchContext,
  parts: RunProcesses,
  signal: AbortSignal,
  { SIGNER_SOCKET: socket, ...variables }: Readonly<Record<string, string>>,
): Promise<void> {
  if (socket === undefined) return;
  const folder = join(launch.dataDir, 'signer');
  const signer = launch.startProcess('signer', program, {
    ...signerEnvironment(variables, { socket, folder }),
    DATABASE_URL: launch.getDatabaseUrl('signer'),
    ROLE: 'signer',
    SLIPWAY_SANDBOX: '1',
  });
  await parts.add(signer);
  await waitUntilReady(signer, () => isListening(socket), { patienceMs, signal });
}

/**
 * Enrols a sample person of every role and starts the operators' console. Returns its URL; does nothing and returns undefined if
 * no port is configured.
 */
async function startConsole(
  { program }: ProductLauncher,
  launch: LaunchContext,
  parts: RunProcesses,
  signal: AbortSignal,
  variables: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const { consolePort: port } = launch.settings;
  if (port === undefined) return undefined;
  const databaseUrl = launch.getDatabaseUrl('operator');
  await enrolSamplePersons(databaseUrl);
  const consoleVariables = consoleEnvironment(variables, { port, keysFolder: sampleKeysFolder(launch.dataDir) });
  const child = launch.startProcess('console', program, {
    ...consoleVariables,
    DATABASE_URL: databaseUrl,
    ROLE: 'console',
    SLIPWAY_SANDBOX: '1',
  });
  await parts.add(child);
  await waitUntilReady(child, () => isUrlAnswering(`http://127.0.0.1:${port}/readyz`), {
    patienceMs,
    signal,
  });
  return `http://localhost:${port}/console`;
}

function isListening(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    const answer = (listens: boolean) => {
      connection.destroy();
      resolve(listens);
    };
    connection.once('connect', () => answer(true)).once('error', () => answer(false));
  });
}

function buildServerVariables(
  { settings, dataDir }: LaunchContext,
  choose: (all: Readonly<Record<string, string>>) => Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const { port, sandboxPort, role, rateLimits } = settings;
  // Folders in which the sandbox's bank writes its statements and receives its orders.
  const bankFilesFolder = join(dataDir, 'sandbox', 'bank-files');
  const bankReceivedFolder = join(dataDir, 'sandbox', 'bank-received');
  // Contains the shop's origin, which depends on its port.
  const seedsFolder = join(dataDir, 'sandbox', 'seeds');
  const chosen = choose(
    productEnvironment({ sandboxPort, productPort: port, bankFilesFolder, bankReceivedFolder, seedsFolder }),
  );
  const makesPayouts = Object.keys(chosen).some((name) => name.endsWith('_RPC_URL'));
  return {
    ...chosen,
    ...(makesPayouts && { SIGNER_SOCKET: signerSocketPath(dataDir) }),
    // A variable of the signer that no profile of the product contains.
    ...(chosen['BANK_FILES_FOLDER'] && { BANK_RECEIVED_FOLDER: bankReceivedFolder }),
    ROLE: role,
    RATE_LIMITS: rateLimits,
    SLIPWAY_SANDBOX: '1',
  };
}
