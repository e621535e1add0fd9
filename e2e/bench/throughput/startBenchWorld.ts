import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtProduct } from '../../../tools/start/builtProduct.ts';
import { type Child, startChild, waitUntilReady } from '../../../tools/start/childProcess.ts';
import { type LaunchContext, NODE_FLAGS, PROJECT_FOLDER, type ProductLauncher } from '../../../tools/start/launch.ts';
import { startProductRun } from '../../../tools/start/productRun.ts';
import type { RunProcesses } from '../../../tools/start/runProcesses.ts';
import { readStartSettings, SANDBOX_PORT_COUNT } from '../../../tools/start/startSettings.ts';
import { createOwnedFolder, removeOwnedFolder } from '../../../tools/temporary/ownedFolder.ts';
import { findFreePorts } from '../../startWorld.ts';

/** Makes each address in `X-Forwarded-For` a separate client: rate limits stay on but are never reached. */
const TRUSTED_PROXIES = '127.0.0.1,::1';
const READY_PATIENCE_MS = 60_000;

export type BenchWorld = {
  readonly origin: string;
  readonly deskUrl: string;
  readonly sandboxPort: number;
  /** Uses the role that owns the tables. */
  readonly databaseUrl: string;
  /** Process ids of the api at `origin` and of the worker. */
  readonly pids: { readonly api: number; readonly worker: number };
  /** Uses the role of the api. */
  readonly apiDatabaseUrl: string;
  /** Starts a second api process on another port with another database URL. Returns its origin. */
  startAnotherApi(databaseUrl: string): Promise<string>;
  /** Returns the last log lines of the api and the worker that report an error. */
  faults(): Promise<string>;
  stop(): Promise<void>;
};

/** A process that writes a CPU profile into a folder when it ends. */
export type ProfileTarget = { readonly process: 'server' | 'worker'; readonly folder: string };

/** Starts the product as `npm start` does, with rate limits and separate data and ports. Aborting the signal cancels a start. */
export async function startBenchWorld(signal: AbortSignal, profiled?: ProfileTarget): Promise<BenchWorld> {
  const dataDir = await createOwnedFolder('slipway-bench-');
  const port = await findFreePorts(SANDBOX_PORT_COUNT + 2);
  const [sandboxPort, otherPort] = [port + 1, port + 1 + SANDBOX_PORT_COUNT];
  const settings = readStartSettings(
    { PORT: String(port), SANDBOX_PORT: String(sandboxPort), DATA_DIR: dataDir },
    dataDir,
  );
  const product = createBenchProduct(profiled);
  const running = await startProductRun({
    settings,
    // The venue's rate limit bounds whole orders, so the highest tier is measured.
    environment: { ...process.env, KRAKEN_TIER: 'pro' },
    product: product.product,
    productVariables: (all) => ({ ...all, TRUSTED_PROXIES }),
    signal,
    log: () => undefined,
  }).catch(async (error: unknown) => {
    await removeOwnedFolder(dataDir);
    throw error;
  });
  return {
    origin: running.origin,
    deskUrl: running.deskUrl,
    sandboxPort,
    databaseUrl: running.databaseUrl,
    pids: { api: product.child('server').identity.pid, worker: product.child('worker').identity.pid },
    apiDatabaseUrl: running.getDatabaseUrl('api'),
    async startAnotherApi(databaseUrl) {
      const other = await product.startAnother({ PORT: String(otherPort), DATABASE_URL: databaseUrl });
      const origin = `http://localhost:${otherPort}`;
      const isAnswering = () =>
        fetch(`${origin}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
      await waitUntilReady(other, isAnswering, { patienceMs: READY_PATIENCE_MS, signal });
      return origin;
    },
    async faults() {
      const errorLines: string[] = [];
      for (const name of ['server', 'worker']) {
        const lines = (await readFile(join(running.logFolder, `${name}.log`), 'utf8')).split('\n');
        errorLines.push(...lines.filter((line) => /"level":"?(error|50)/.test(line)).slice(-3));
      }
      return errorLines.join('\n');
    },
    async stop() {
      await running.stop();
      await removeOwnedFolder(dataDir);
    },
  };
}

/** The production build, with access to its processes and optional profiling. */
function createBenchProduct(profiled: ProfileTarget | undefined) {
  const children = new Map<string, Child>();
  let startOther: ((environment: NodeJS.ProcessEnv) => Promise<Child>) | undefined;
  const product: ProductLauncher = {
    program: builtProduct.program,
    prepare: builtProduct.prepare,
    startServer(launch: LaunchContext, parts: RunProcesses, signal, variables) {
      const measured: LaunchContext = {
        ...launch,
        startProcess(name, program, environment) {
          const child =
            profiled?.process === name
              ? startProfiledChild(launch, { name, program, environment, folder: profiled.folder })
              : launch.startProcess(name, program, environment);
          children.set(name, child);
          if (name === 'server')
            startOther = async (others) => {
              const other = launch.startProcess('other', program, { ...environment, ...others });
              await parts.add(other);
              return other;
            };
          return child;
        },
      };
      return builtProduct.startServer(measured, parts, signal, variables);
    },
  };
  return {
    product,
    child(name: string): Child {
      const child = children.get(name);
      if (!child) throw new Error(`There is no process ${name}.`);
      return child;
    },
    async startAnother(environment: NodeJS.ProcessEnv): Promise<Child> {
      if (!startOther) throw new Error('The first api process has not been started.');
      return startOther(environment);
    },
  };
}

function startProfiledChild(
  launch: LaunchContext,
  options: {
    readonly name: string;
    readonly program: string;
    readonly environment: NodeJS.ProcessEnv;
    readonly folder: string;
  },
): Child {
  return startChild({
    name: options.name,
    lasts: true,
    command: [...NODE_FLAGS, '--cpu-prof', `--cpu-prof-dir=${options.folder}`, join(PROJECT_FOLDER, options.program)],
    folder: PROJECT_FOLDER,
    environment: { ...launch.environment, ...options.environment },
    logFile: launch.logFile(options.name),
  });
}
