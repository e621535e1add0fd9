import { join } from 'node:path';
import { apiEnvironment, signerEnvironment } from '../../sandbox/productEnvironment.ts';
import { isUrlAnswering } from '../../tools/start/builtProduct.ts';
import { type Child, readLog, readStartFailure, startChild, waitUntilReady } from '../../tools/start/childProcess.ts';
import { type LaunchContext, NODE_FLAGS, PROJECT_FOLDER } from '../../tools/start/launch.ts';

const READY_PATIENCE_MS = 120_000;
/** The time limit in docs/upgrading.md. */
const STOP_PATIENCE_MS = 30_000;

export type RunningProcess = {
  readonly pid: number;
  readonly logFile: string;
  stop(): Promise<void>;
  /** Kills the process, as a power failure does. */
  kill(): Promise<void>;
};

/** A version of the programs. */
export type ProgramVersion = {
  readonly name: string;
  readonly folder: string;
  /** Path of the program inside the folder; by default its source, `server/main.ts`. */
  readonly program?: string;
};

/** The working tree, as built for installations. */
export const BUILT_VERSION: ProgramVersion = {
  name: 'slipway',
  folder: PROJECT_FOLDER.replace(/\/$/, ''),
  program: 'server/dist/main.js',
};

/** The processes of one version. Several versions can share a database and its stand-ins. */
export type Release = {
  migrate(): Promise<void>;
  signer(place?: SignerPlace): Promise<RunningProcess>;
  /** Starts a worker that uses the signer of a place. */
  worker(healthPort: number, place?: SignerPlace): Promise<RunningProcess>;
  api(port: number): Promise<RunningProcess>;
};

/** Where a signer runs; without a place, it is the installation's signer. */
export type SignerPlace = {
  /** Distinguishes the processes of signers at several places. */
  readonly name?: string;
  readonly socket: string;
  readonly folder: string;
  readonly variables?: Readonly<Record<string, string>>;
};

export function createRelease(
  { name, folder, program = 'server/main.ts' }: ProgramVersion,
  {
    launch,
    variables,
    socket,
    signerFolder,
    children,
  }: {
    readonly launch: LaunchContext;
    /** A worker's variables. */
    readonly variables: Readonly<Record<string, string>>;
    readonly socket: string;
    readonly signerFolder: string;
    /** Receives every process that is started. */
    readonly children: Child[];
  },
): Release {
  // Use the configuration seeds of this version.
  const versionVariables = Object.fromEntries(
    Object.entries(variables).map(([key, value]) => [key, value.replaceAll(PROJECT_FOLDER, `${folder}/`)]),
  );
  const webFolder = join(PROJECT_FOLDER, 'web/dist/');

  function start(process: string, environment: NodeJS.ProcessEnv, lasts = true): Child {
    const child = startChild({
      name: `${name} ${process}`,
      lasts,
      command: [...NODE_FLAGS, join(folder, program)],
      folder,
      environment: { ...launch.environment, ...environment },
      logFile: launch.logFile(`${name}-${process}`),
    });
    children.push(child);
    return child;
  }

  async function waitUntilRunning(child: Child, isReady: () => Promise<boolean>): Promise<RunningProcess> {
    await waitUntilReady(child, isReady, { patienceMs: READY_PATIENCE_MS, signal: new AbortController().signal });
    return {
      pid: child.identity.pid,
      logFile: child.logFile,
      stop: () => child.stop(STOP_PATIENCE_MS),
      async kill() {
        process.kill(-child.identity.pid, 'SIGKILL');
        await child.ended;
      },
    };
  }

  return {
    async migrate() {
      const child = start(
        'migrate',
        { ROLE: 'migrate', CONFIGURATION_SEEDS: versionVariables['CONFIGURATION_SEEDS'] },
        false,
      );
      if ((await child.ended) !== 0) throw new Error(`${name} could not migrate: ${readStartFailure(child.logFile)}`);
    },
    signer(place: SignerPlace = { socket, folder: signerFolder }) {
      const child = start(`signer${place.name ?? ''}`, {
        ...signerEnvironment(versionVariables, place),
        DATABASE_URL: launch.getDatabaseUrl('signer'),
        ROLE: 'signer',
        SLIPWAY_SANDBOX: '1',
        ...place.variables,
      });
      return waitUntilRunning(child, () => Promise.resolve(readLog(child.logFile).includes('the signer is ready')));
    },
    worker(healthPort, place: SignerPlace = { socket, folder: signerFolder }) {
      const child = start(`worker${place.name ?? ''}`, {
        ...versionVariables,
        ROLE: 'worker',
        SIGNER_SOCKET: place.socket,
        HEALTH_PORT: String(healthPort),
        DATABASE_URL: launch.getDatabaseUrl('worker'),
        CLERK_DATABASE_URL: launch.getDatabaseUrl('clerk'),
      });
      return waitUntilRunning(child, () => isUrlAnswering(`http://127.0.0.1:${healthPort}/readyz`));
    },
    api(port) {
      const child = start(`api-${port}`, {
        ...apiEnvironment(versionVariables),
        ROLE: 'api',
        PORT: String(port),
        WEB_FOLDER: webFolder,
        DRAIN_SECONDS: '2',
        DATABASE_URL: launch.getDatabaseUrl('api'),
      });
      return waitUntilRunning(child, () => isUrlAnswering(`http://127.0.0.1:${port}/readyz`));
    },
  };
}
