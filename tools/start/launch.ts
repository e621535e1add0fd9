import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RoleName } from '../../server/platform/database/roles/roleNames.ts';
import { type Child, startChild } from './childProcess.ts';
import { buildRunMark } from './leftoverProcesses.ts';
import type { RunDatabase } from './openRunDatabase.ts';
import type { RunProcesses } from './runProcesses.ts';
import type { StartSettings } from './startSettings.ts';

export const PROJECT_FOLDER = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Node's flags for each process of the product, also in the image and the units: a smaller young generation, and a heap that
 * is collected after it has grown by half, where V8 would let it grow to three times its size. This reduces memory, and costs
 * up to an eighth of the quotes per second (docs/scaling.md).
 */
export const NODE_FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=50'];

/** Inputs for starting every part of a run. */
export type LaunchContext = {
  readonly settings: StartSettings;
  readonly dataDir: string;
  readonly environment: NodeJS.ProcessEnv;
  /** True if each process has its own role in the database. */
  readonly hasRoles: boolean;
  getDatabaseUrl(role: RoleName): string;
  logFile(name: string): string;
  startProcess(name: string, program: string, environment: NodeJS.ProcessEnv): Child;
};

export function createLaunchContext(given: {
  readonly settings: StartSettings;
  readonly dataDir: string;
  readonly path: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly database: RunDatabase;
}): LaunchContext {
  const { settings, dataDir, database } = given;
  const shared: NodeJS.ProcessEnv = {
    ...given.environment,
    ...buildRunMark(dataDir),
    PATH: given.path,
    PORT: String(settings.port),
    SANDBOX_PORT: String(settings.sandboxPort),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
  };
  const logFile = (name: string) => join(dataDir, 'logs', `${name}.log`);
  return {
    settings,
    dataDir,
    environment: shared,
    hasRoles: database.getUrl !== undefined,
    getDatabaseUrl: (role) => database.getUrl?.(role) ?? database.url,
    logFile,
    startProcess: (name, program, environment) =>
      startChild({
        name,
        lasts: true,
        command: [...NODE_FLAGS, join(PROJECT_FOLDER, program)],
        folder: PROJECT_FOLDER,
        environment: { ...shared, ...environment },
        logFile: logFile(name),
      }),
  };
}

/** The server's program, and the functions that prepare and start it once there is a database. */
export type ProductLauncher = {
  /** The program of each process of the server. */
  readonly program: string;
  /** Runs in parallel with the sandbox's start, before any process of the server. */
  prepare(launch: LaunchContext, parts: RunProcesses, signal: AbortSignal): Promise<void>;
  startServer(
    launch: LaunchContext,
    parts: RunProcesses,
    signal: AbortSignal,
    variables: NodeJS.ProcessEnv,
  ): Promise<void>;
};
