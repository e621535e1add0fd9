import { join } from 'node:path';
import { apiEnvironment, signerEnvironment } from '../../sandbox/productEnvironment.ts';
import { answersAt } from '../../tools/start/builtProduct.ts';
import { type Child, readLog, reasonIn, startChild, waitUntilReady } from '../../tools/start/childProcess.ts';
import { type Launch, PROJECT_FOLDER } from '../../tools/start/launch.ts';

const READY_PATIENCE_MS = 120_000;
/** As docs/upgrading.md says. */
const STOP_PATIENCE_MS = 30_000;

export type Running = { stop(): Promise<void> };

/** The processes of one version, on the database and the stand-ins that both versions share. */
export type Release = {
  migrate(): Promise<void>;
  signer(): Promise<Running>;
  worker(healthPort: number): Promise<Running>;
  api(port: number): Promise<Running>;
};

export function createRelease(
  { name, folder }: { readonly name: string; readonly folder: string },
  {
    launch,
    variables,
    socket,
    children,
  }: {
    readonly launch: Launch;
    /** Of a worker. */
    readonly variables: Readonly<Record<string, string>>;
    readonly socket: string;
    /** Everything that was started is added. */
    readonly children: Child[];
  },
): Release {
  // First values come with the version.
  const own = Object.fromEntries(
    Object.entries(variables).map(([key, value]) => [key, value.replaceAll(PROJECT_FOLDER, `${folder}/`)]),
  );
  const webFolder = join(PROJECT_FOLDER, 'web/dist/');

  function start(process: string, environment: NodeJS.ProcessEnv, lasts = true): Child {
    const child = startChild({
      name: `${name} ${process}`,
      lasts,
      command: [join(folder, 'server/main.ts')],
      folder,
      environment: { ...launch.environment, ...environment },
      logFile: launch.logFile(`${name}-${process}`),
    });
    children.push(child);
    return child;
  }

  async function running(child: Child, isReady: () => Promise<boolean>): Promise<Running> {
    await waitUntilReady(child, isReady, { patienceMs: READY_PATIENCE_MS, signal: new AbortController().signal });
    return { stop: () => child.stop(STOP_PATIENCE_MS) };
  }

  return {
    async migrate() {
      const child = start('migrate', { ROLE: 'migrate', CONFIGURATION_SEEDS: own['CONFIGURATION_SEEDS'] }, false);
      if ((await child.ended) !== 0) throw new Error(`${name} could not migrate: ${reasonIn(child.logFile)}`);
    },
    signer() {
      const child = start('signer', {
        ...signerEnvironment(own, { socket, folder: join(launch.dataDir, 'signer') }),
        DATABASE_URL: launch.databaseUrlOf('signer'),
        ROLE: 'signer',
        SLIPWAY_SANDBOX: '1',
      });
      return running(child, () => Promise.resolve(readLog(child.logFile).includes('the signer is ready')));
    },
    worker(healthPort) {
      const child = start('worker', {
        ...own,
        ROLE: 'worker',
        SIGNER_SOCKET: socket,
        HEALTH_PORT: String(healthPort),
        DATABASE_URL: launch.databaseUrlOf('worker'),
        CLERK_DATABASE_URL: launch.databaseUrlOf('clerk'),
      });
      return running(child, () => answersAt(`http://127.0.0.1:${healthPort}/readyz`));
    },
    api(port) {
      const child = start(`api-${port}`, {
        ...apiEnvironment(own),
        ROLE: 'api',
        PORT: String(port),
        WEB_FOLDER: webFolder,
        DRAIN_SECONDS: '2',
        DATABASE_URL: launch.databaseUrlOf('api'),
      });
      return running(child, () => answersAt(`http://127.0.0.1:${port}/readyz`));
    },
  };
}
