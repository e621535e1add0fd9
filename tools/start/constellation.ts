import { access, constants, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { productEnvironment } from '../../sandbox/productEnvironment.ts';
import { type Child, readLog, startChild, waitUntilReady } from './childProcess.ts';
import { databaseForRun } from './databaseForRun.ts';
import { requireFreePorts } from './freePorts.ts';
import { runMark, stopLeftovers } from './leftovers.ts';
import { OperatorError } from './operatorError.ts';
import { createParts, type Parts } from './parts.ts';
import { childPath, requireMachine } from './requireMachine.ts';
import { takeRunFile } from './runFile.ts';
import type { StartSettings } from './startSettings.ts';
import { buildWebWhenStale } from './webBuild.ts';

export type Constellation = {
  readonly origin: string;
  /** The sandbox's page and its own API. */
  readonly deskUrl: string;
  readonly databaseUrl: string;
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
  /** Aborting gives up a start that is under way. */
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
};

const PROJECT_FOLDER = fileURLToPath(new URL('../../', import.meta.url));
const READY_PATIENCE_MS = 60_000;

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
    const database = await databaseForRun({ ...settings, dataDir });
    parts.setDatabase(database);
    signal.throwIfAborted();

    const launch = createLaunch({ settings, dataDir, path, environment, databaseUrl: database.url });
    await Promise.all([
      startSandbox(launch, parts, signal),
      buildWebWhenStale({
        projectFolder: PROJECT_FOLDER,
        environment: launch.environment,
        logFile: launch.logFile('web'),
        started: parts.add,
      }),
    ]);
    signal.throwIfAborted();
    await startServer(launch, parts, signal, options.productVariables ?? ((all) => all));
    return {
      origin: `http://localhost:${settings.port}`,
      deskUrl: `http://localhost:${settings.sandboxPort}`,
      databaseUrl: database.url,
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

type Launch = {
  readonly settings: StartSettings;
  readonly dataDir: string;
  readonly environment: NodeJS.ProcessEnv;
  logFile(name: string): string;
  child(name: string, program: string, environment: NodeJS.ProcessEnv): Child;
};

function createLaunch(given: {
  readonly settings: StartSettings;
  readonly dataDir: string;
  readonly path: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly databaseUrl: string;
}): Launch {
  const { settings, dataDir } = given;
  const shared: NodeJS.ProcessEnv = {
    ...given.environment,
    ...runMark(dataDir),
    PATH: given.path,
    PORT: String(settings.port),
    SANDBOX_PORT: String(settings.sandboxPort),
    DATA_DIR: dataDir,
    DATABASE_URL: given.databaseUrl,
  };
  const logFile = (name: string) => join(dataDir, 'logs', `${name}.log`);
  return {
    settings,
    dataDir,
    environment: shared,
    logFile,
    child: (name, program, environment) =>
      startChild({
        name,
        lasts: true,
        command: [join(PROJECT_FOLDER, program)],
        folder: PROJECT_FOLDER,
        environment: { ...shared, ...environment },
        logFile: logFile(name),
      }),
  };
}

async function startSandbox(launch: Launch, parts: Parts, signal: AbortSignal): Promise<void> {
  const sandbox = launch.child('sandbox', 'sandbox/main.ts', {});
  await parts.add(sandbox);
  const announces = () => Promise.resolve(/^\{"ready":true\b/m.test(readLog(sandbox.logFile)));
  await waitUntilReady(sandbox, announces, { patienceMs: READY_PATIENCE_MS, signal });
}

async function startServer(
  launch: Launch,
  parts: Parts,
  signal: AbortSignal,
  choose: (all: Readonly<Record<string, string>>) => Readonly<Record<string, string>>,
): Promise<void> {
  const { port, sandboxPort, role, rateLimits } = launch.settings;
  // Where the sandbox's bank leaves its statements and takes its orders.
  const bankFilesFolder = join(launch.dataDir, 'sandbox', 'bank-files');
  const server = launch.child('server', 'server/main.ts', {
    ...choose(productEnvironment({ sandboxPort, productPort: port, bankFilesFolder })),
    ROLE: role,
    RATE_LIMITS: rateLimits,
    SLIPWAY_SANDBOX: '1',
  });
  await parts.add(server);
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
      async (answer) => {
        await answer.body?.cancel();
        return answer.ok;
      },
      () => false,
    );
  await waitUntilReady(server, answers, { patienceMs: READY_PATIENCE_MS, signal });
}
