import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtProduct } from '../../../tools/start/builtProduct.ts';
import { type Child, startChild, waitUntilReady } from '../../../tools/start/childProcess.ts';
import { startConstellation } from '../../../tools/start/constellation.ts';
import { type Launch, NODE_FLAGS, PROJECT_FOLDER, type Product } from '../../../tools/start/launch.ts';
import type { Parts } from '../../../tools/start/parts.ts';
import { readStartSettings, SANDBOX_PORT_COUNT } from '../../../tools/start/startSettings.ts';
import { createOwnedFolder, removeOwnedFolder } from '../../../tools/temporary/ownedFolder.ts';
import { findFreePorts } from '../../startWorld.ts';

/** A client of its own by each address of `X-Forwarded-For`: limits stay on, and bind nobody. */
const TRUSTED_PROXIES = '127.0.0.1,::1';
const READY_PATIENCE_MS = 60_000;

export type Measured = {
  readonly origin: string;
  readonly deskUrl: string;
  readonly sandboxPort: number;
  /** With the role that owns the tables. */
  readonly databaseUrl: string;
  /** Of the process that answers at `origin`, and of the one that follows the orders. */
  readonly pids: { readonly api: number; readonly worker: number };
  /** With the role of the api. */
  readonly apiDatabaseUrl: string;
  /** Another api process beside the first, on its own port, with another way to the database. Gives its origin. */
  startAnotherApi(databaseUrl: string): Promise<string>;
  /** The last lines in which the api and the worker told of a fault. */
  faults(): Promise<string>;
  stop(): Promise<void>;
};

/** Of a process that writes a CPU profile into a folder as it ends. */
export type Profiled = { readonly process: 'server' | 'worker'; readonly folder: string };

/** `npm start` on data and ports of its own, with its limits on. Aborting gives up a start that is under way. */
export async function startMeasured(signal: AbortSignal, profiled?: Profiled): Promise<Measured> {
  const dataDir = await createOwnedFolder('slipway-bench-');
  const port = await findFreePorts(SANDBOX_PORT_COUNT + 2);
  const [sandboxPort, otherPort] = [port + 1, port + 1 + SANDBOX_PORT_COUNT];
  const settings = readStartSettings(
    { PORT: String(port), SANDBOX_PORT: String(sandboxPort), DATA_DIR: dataDir },
    dataDir,
  );
  const product = createMeasuredProduct(profiled);
  const running = await startConstellation({
    settings,
    // The venue's limits bound whole orders: the highest tier's are measured.
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
    apiDatabaseUrl: running.databaseUrlOf('api'),
    async startAnotherApi(databaseUrl) {
      const other = await product.startAnother({ PORT: String(otherPort), DATABASE_URL: databaseUrl });
      const origin = `http://localhost:${otherPort}`;
      const answers = () =>
        fetch(`${origin}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
      await waitUntilReady(other, answers, { patienceMs: READY_PATIENCE_MS, signal });
      return origin;
    },
    async faults() {
      const told: string[] = [];
      for (const name of ['server', 'worker']) {
        const lines = (await readFile(join(running.logFolder, `${name}.log`), 'utf8')).split('\n');
        told.push(...lines.filter((line) => /"level":"?(error|50)/.test(line)).slice(-3));
      }
      return told.join('\n');
    },
    async stop() {
      await running.stop();
      await removeOwnedFolder(dataDir);
    },
  };
}

/** The product as it is built for buyers, whose processes can be named, and profiled. */
function createMeasuredProduct(profiled: Profiled | undefined) {
  const children = new Map<string, Child>();
  let startOther: ((environment: NodeJS.ProcessEnv) => Promise<Child>) | undefined;
  const product: Product = {
    program: builtProduct.program,
    prepare: builtProduct.prepare,
    startServer(launch: Launch, parts: Parts, signal, variables) {
      const measured: Launch = {
        ...launch,
        child(name, program, environment) {
          const child =
            profiled?.process === name
              ? profiledChild(launch, { name, program, environment, folder: profiled.folder })
              : launch.child(name, program, environment);
          children.set(name, child);
          if (name === 'server')
            startOther = async (others) => {
              const other = launch.child('other', program, { ...environment, ...others });
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

function profiledChild(
  launch: Launch,
  of: {
    readonly name: string;
    readonly program: string;
    readonly environment: NodeJS.ProcessEnv;
    readonly folder: string;
  },
): Child {
  return startChild({
    name: of.name,
    lasts: true,
    command: [...NODE_FLAGS, '--cpu-prof', `--cpu-prof-dir=${of.folder}`, join(PROJECT_FOLDER, of.program)],
    folder: PROJECT_FOLDER,
    environment: { ...launch.environment, ...of.environment },
    logFile: launch.logFile(of.name),
  });
}
