import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RoleName } from '../../server/platform/database/roles/roleNames.ts';
import { type Child, startChild } from './childProcess.ts';
import type { RunDatabase } from './databaseForRun.ts';
import { runMark } from './leftovers.ts';
import type { Parts } from './parts.ts';
import type { StartSettings } from './startSettings.ts';

export const PROJECT_FOLDER = fileURLToPath(new URL('../../', import.meta.url));

/**
 * How Node is told to run each process of the product, in the image and the units too: with less room for what lives a moment,
 * and a heap that is collected once it has grown by half, where V8 would let it grow to three times its size. That takes less
 * memory, and costs up to an eighth of the quotes a second (docs/scaling.md).
 */
export const NODE_FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=50'];

/** What every part of a run is started with. */
export type Launch = {
  readonly settings: StartSettings;
  readonly dataDir: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Whether each process has a role of its own in the database. */
  readonly hasRoles: boolean;
  databaseUrlOf(role: RoleName): string;
  logFile(name: string): string;
  child(name: string, program: string, environment: NodeJS.ProcessEnv): Child;
};

export function createLaunch(given: {
  readonly settings: StartSettings;
  readonly dataDir: string;
  readonly path: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly database: RunDatabase;
}): Launch {
  const { settings, dataDir, database } = given;
  const shared: NodeJS.ProcessEnv = {
    ...given.environment,
    ...runMark(dataDir),
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
    hasRoles: database.urlOf !== undefined,
    databaseUrlOf: (role) => database.urlOf?.(role) ?? database.url,
    logFile,
    child: (name, program, environment) =>
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

/** How the web app and the server come up once there is a database. */
export type Product = {
  /** What each process of the server is started with. */
  readonly program: string;
  /** At the same time as the sandbox, before any process of the server. */
  prepare(launch: Launch, parts: Parts, signal: AbortSignal): Promise<void>;
  startServer(launch: Launch, parts: Parts, signal: AbortSignal, variables: NodeJS.ProcessEnv): Promise<void>;
};
