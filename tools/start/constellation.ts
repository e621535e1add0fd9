import { access, constants, mkdir, realpath } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { consoleEnvironment, productEnvironment, signerEnvironment } from '../../sandbox/productEnvironment.ts';
import { sandboxPorts } from '../../sandbox/world/ports.ts';
import type { RoleName } from '../../server/platform/database/roles/roleNames.ts';
import { variablePrefix } from '../../server/providers/defineVendor.ts';
import { patienceMs } from '../patience/patience.ts';
import { askForTopUps } from './askForTopUps.ts';
import { answersAt, builtProduct } from './builtProduct.ts';
import { readLog, reasonIn, startChild, waitUntilReady } from './childProcess.ts';
import { databaseForRun, openLogins, prepareDatabase, type RunDatabase } from './databaseForRun.ts';
import { enrolSamplePersons } from './enrolSamplePersons.ts';
import { requireFreePorts } from './freePorts.ts';
import { createLaunch, type Launch, NODE_FLAGS, PROJECT_FOLDER, type Product } from './launch.ts';
import { stopLeftovers } from './leftovers.ts';
import { OperatorError } from './operatorError.ts';
import { createParts, type Parts } from './parts.ts';
import { childPath, requireMachine } from './requireMachine.ts';
import { takeRunFile } from './runFile.ts';
import { sampleKeysFolder, writeSampleKeys } from './sampleKeys.ts';
import { signerSocketPath } from './signerSocket.ts';
import type { StartSettings } from './startSettings.ts';

export type Constellation = {
  readonly origin: string;
  /** The operators' console; undefined where it is not started. */
  readonly consoleUrl: string | undefined;
  /** The sandbox's page and its own API. */
  readonly deskUrl: string;
  /** A partner's example site. */
  readonly shopUrl: string;
  /** With the role that owns the tables. */
  readonly databaseUrl: string;
  /** With the role of one process; the owner's in the operator's own database. */
  readonly databaseUrlOf: (role: RoleName) => string;
  readonly logFolder: string;
  /** Resolves with one line when a part has ended without being stopped. */
  readonly broken: Promise<string>;
  /** Stops everything in order: first the server, last the database. Called again, it ends what is left without waiting. */
  stop(): Promise<void>;
};

export type ConstellationOptions = {
  readonly settings: StartSettings;
  /** The starting process's own; the parts get what they need on top. */
  readonly environment: NodeJS.ProcessEnv;
  /** What the server gets of the variables that lead to the stand-ins; all of them where it is left out. */
  readonly productVariables?: (all: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
  /** Another than the embedded one or the operator's; it is stopped with the rest. */
  readonly database?: RunDatabase;
  /** How the web app and the server come up; built and started once where it is left out. */
  readonly product?: Product;
  /** Aborting gives up a start that is under way. */
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
};

/**
 * Starts the database, the sandbox world, the web app and the server on one data folder, and takes over from a run that was
 * killed there. Stops what it has started before it throws an {@link OperatorError}.
 */
export async function startConstellation(options: ConstellationOptions): Promise<Constellation> {
  const { settings, environment, signal, log } = options;
  const path = childPath(PROJECT_FOLDER, environment['PATH']);
  requireMachine(path);
  const dataDir = await makeDataFolder(settings.dataDir);
  const runFile = await takeRunFile(dataDir, settings);
  const parts = createParts(dataDir, runFile);
  try {
    const left = await stopLeftovers(dataDir, runFile.leftChildren);
    if (left > 0) log(`Stopped ${left} processes of a run that had been killed.`);
    await requireFreePorts(settings);
    const database = options.database ?? (await databaseForRun({ ...settings, dataDir }));
    parts.setDatabase(database);
    signal.throwIfAborted();

    writeSampleKeys(sampleKeysFolder(dataDir));
    const launch = createLaunch({ settings, dataDir, path, environment, database });
    const { product = builtProduct, productVariables = (all) => all } = options;
    await Promise.all([
      startSandbox(launch, parts, signal),
      product.prepare(launch, parts, signal),
      prepareDatabase(database),
    ]);
    signal.throwIfAborted();
    const variables = serverVariables(launch, productVariables);
    if (database.urlOf) await giveRights(product, launch, parts, variables, database);
    const deskUrl = `http://localhost:${settings.sandboxPort}`;
    const signer = startSigner(product, launch, parts, signal, variables);
    // What becomes of it is waited for below, whatever happens before.
    signer.catch(() => undefined);
    const isOn = (network: string) => `${variablePrefix(network)}_RPC_URL` in variables;
    await askForTopUps({ databaseUrl: launch.databaseUrlOf('operator'), deskUrl, isOn });
    await Promise.all([signer, product.startServer(launch, parts, signal, variables)]);
    const consoleUrl = await startConsole(product, launch, parts, signal, variables);
    return {
      origin: `http://localhost:${settings.port}`,
      consoleUrl,
      deskUrl,
      shopUrl: `http://localhost:${sandboxPorts(settings.sandboxPort).shop}`,
      databaseUrl: database.url,
      databaseUrlOf: launch.databaseUrlOf,
      logFolder: join(dataDir, 'logs'),
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
      `DATA_DIR ${dataDir} cannot be used as a folder (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}

async function startSandbox(launch: Launch, parts: Parts, signal: AbortSignal): Promise<void> {
  const sandbox = launch.child('sandbox', 'sandbox/main.ts', {});
  await parts.add(sandbox);
  const announces = () => Promise.resolve(/^\{"ready":true\b/m.test(readLog(sandbox.logFile)));
  await waitUntilReady(sandbox, announces, { patienceMs, signal });
}

/** As an operator's host does before it starts a new version: brings the database up to date, and lets the roles in. */
async function giveRights(
  { program }: Product,
  launch: Launch,
  parts: Parts,
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
      `The database could not be brought up to date: ${reasonIn(migration.logFile)} (see ${migration.logFile}).`,
    );
  await openLogins(database);
}

/** The process with the treasury's keys, where the server pays anything out. */
async function startSigner(
  { program }: Product,
  launch: Launch,
  parts: Parts,
  signal: AbortSignal,
  { SIGNER_SOCKET: socket, ...variables }: Readonly<Record<string, string>>,
): Promise<void> {
  if (socket === undefined) return;
  const folder = join(launch.dataDir, 'signer');
  const signer = launch.child('signer', program, {
    ...signerEnvironment(variables, { socket, folder }),
    DATABASE_URL: launch.databaseUrlOf('signer'),
    ROLE: 'signer',
    SLIPWAY_SANDBOX: '1',
  });
  await parts.add(signer);
  await waitUntilReady(signer, () => isListening(socket), { patienceMs, signal });
}

/** The operators' console, with a person of every role. */
async function startConsole(
  { program }: Product,
  launch: Launch,
  parts: Parts,
  signal: AbortSignal,
  variables: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const { consolePort: port } = launch.settings;
  if (port === undefined) return undefined;
  const databaseUrl = launch.databaseUrlOf('operator');
  await enrolSamplePersons(databaseUrl);
  const own = consoleEnvironment(variables, { port, keysFolder: sampleKeysFolder(launch.dataDir) });
  const child = launch.child('console', program, {
    ...own,
    DATABASE_URL: databaseUrl,
    ROLE: 'console',
    SLIPWAY_SANDBOX: '1',
  });
  await parts.add(child);
  await waitUntilReady(child, () => answersAt(`http://127.0.0.1:${port}/readyz`), {
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

function serverVariables(
  { settings, dataDir }: Launch,
  choose: (all: Readonly<Record<string, string>>) => Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const { port, sandboxPort, role, rateLimits } = settings;
  // Where the sandbox's bank leaves its statements and takes its orders.
  const bankFilesFolder = join(dataDir, 'sandbox', 'bank-files');
  const bankReceivedFolder = join(dataDir, 'sandbox', 'bank-received');
  // The shop's origin, which depends on its port.
  const seedsFolder = join(dataDir, 'sandbox', 'seeds');
  const chosen = choose(
    productEnvironment({ sandboxPort, productPort: port, bankFilesFolder, bankReceivedFolder, seedsFolder }),
  );
  const pays = Object.keys(chosen).some((name) => name.endsWith('_RPC_URL'));
  return {
    ...chosen,
    ...(pays && { SIGNER_SOCKET: signerSocketPath(dataDir) }),
    // The signer's own, which no profile of the product names.
    ...(chosen['BANK_FILES_FOLDER'] && { BANK_RECEIVED_FOLDER: bankReceivedFolder }),
    ROLE: role,
    RATE_LIMITS: rateLimits,
    SLIPWAY_SANDBOX: '1',
  };
}
