import { cp } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startConstellation } from '../tools/start/constellation.ts';
import { obstacleAt } from '../tools/start/freePorts.ts';
import type { Product } from '../tools/start/launch.ts';
import { sampleKeysFolder } from '../tools/start/sampleKeys.ts';
import { readStartSettings, SANDBOX_PORT_COUNT } from '../tools/start/startSettings.ts';
import { createOwnedFolder, removeOwnedFolder } from '../tools/temporary/ownedFolder.ts';
import type { World } from './world.ts';

/** A folder for each world that has ended, kept after the run. */
export const KEPT_LOGS = fileURLToPath(new URL('../test-results/logs', import.meta.url));

/**
 * A dozen confirmations are most of what a delivery takes. The status of every one of them is seen all the same; a journey that
 * must look at an order between two of them stops the blocks (`withoutBlocks` of sandboxControls.ts).
 */
export const BLOCK_SECONDS = '0.4';

const OWN_OFFERS_ALONE = fileURLToPath(new URL('ownOffersAlone/', import.meta.url));

/** The server's port, its sandbox's, and the console's. */
export const WORLD_PORT_COUNT = SANDBOX_PORT_COUNT + 2;

export type StartedWorld = World & { stop(): Promise<void> };

export type WorldOptions = {
  /** Returns variables to add to the environment of all processes. */
  readonly prepare?: (dataDir: string) => Promise<NodeJS.ProcessEnv>;
  /** Whether other providers' offers are sold too; without them Select Offer passes on by itself. */
  readonly otherProviders?: boolean;
  /** Whether the operators' console is started too. */
  readonly withConsole?: boolean;
  /** Overrides of the server's variables. */
  readonly variables?: Readonly<Record<string, string>>;
  /** The server's port; the sandbox's follow it. Free ports are searched for if it is left out. */
  readonly firstPort?: number;
  /** How the server comes up, if not as `npm start` starts it. */
  readonly product?: Product;
};

/** Starts the whole of Slipway with its sandbox on data and ports of its own. Its logs are kept under `name`. */
export async function startWorld(name: string, options: WorldOptions = {}): Promise<StartedWorld> {
  const { prepare = async () => ({}), otherProviders = false, withConsole = false, variables = {}, product } = options;
  const dataDir = await createOwnedFolder('slipway-e2e-');
  const logFolder = join(dataDir, 'logs');
  const keepLogs = () => cp(logFolder, join(KEPT_LOGS, name), { recursive: true }).catch(() => undefined);
  const port = options.firstPort ?? (await findFreePorts(WORLD_PORT_COUNT));
  const settings = readStartSettings(
    {
      PORT: String(port),
      SANDBOX_PORT: String(port + 1),
      ...(withConsole && { CONSOLE_PORT: String(port + 1 + SANDBOX_PORT_COUNT) }),
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
    },
    dataDir,
  );
  const environment = {
    ...process.env,
    SANDBOX_BLOCK_SECONDS: BLOCK_SECONDS,
    // Tests that share a world buy at the same time: the lowest tier would make each of them wait for the others.
    KRAKEN_TIER: 'pro',
    ...(await prepare(dataDir)),
  };
  try {
    const {
      origin,
      consoleUrl = '',
      deskUrl,
      shopUrl,
      databaseUrl,
      databaseUrlOf,
      stop,
    } = await startConstellation({
      settings,
      environment,
      productVariables: (all) => ({ ...(otherProviders ? all : withoutProviders(all)), ...variables }),
      ...(product && { product }),
      signal: new AbortController().signal,
      log: () => undefined,
    });
    return {
      origin,
      consoleUrl,
      deskUrl,
      shopUrl,
      databaseUrl,
      operatorsUrl: databaseUrlOf('operator'),
      operatorKeysFolder: sampleKeysFolder(dataDir),
      logFolder,
      async stop() {
        await stop();
        await keepLogs();
        await removeOwnedFolder(dataDir);
      },
    };
  } catch (error) {
    await keepLogs();
    throw error;
  }
}

/** The operator has taken every other provider out. */
function withoutProviders(all: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return { ...all, CONFIGURATION_SEEDS: `${OWN_OFFERS_ALONE},${all['CONFIGURATION_SEEDS']}` };
}

/** Below the range from which systems hand out ports by themselves. */
const LOWEST_PORT = 21_000;
const PORTS_PER_BLOCK = 32;
const BLOCK_COUNT = 340;
/** The process that uses block n listens at this port + n, so that no two processes choose the same block at once. */
const FIRST_RESERVATION_PORT = 20_600;

/**
 * Returns the first of `count` free ports in a row. They stay reserved against other callers of this function, on this machine,
 * until the process ends.
 */
export async function findFreePorts(count: number): Promise<number> {
  const needed = Math.ceil(count / PORTS_PER_BLOCK);
  const offset = Math.floor(Math.random() * BLOCK_COUNT);
  for (let tried = 0; tried < BLOCK_COUNT; tried += needed) {
    const block = (offset + tried) % (BLOCK_COUNT - needed + 1);
    const first = LOWEST_PORT + block * PORTS_PER_BLOCK;
    const reservations = await Promise.all(Array.from({ length: needed }, (_, index) => reserveBlock(block + index)));
    const ports = Array.from({ length: count }, (_, index) => first + index);
    if (reservations.every(Boolean) && (await areFree(ports))) return first;
    for (const reservation of reservations) reservation?.close();
  }
  throw new Error(`No ${count} free ports in a row from ${LOWEST_PORT} on.`);
}

async function areFree(ports: readonly number[]): Promise<boolean> {
  const obstacles = await Promise.all(ports.map(obstacleAt));
  return obstacles.every((obstacle) => obstacle === undefined);
}

/** Undefined if another process has the block. */
function reserveBlock(block: number): Promise<Server | undefined> {
  const server = createServer().unref();
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen({ port: FIRST_RESERVATION_PORT + block, host: '127.0.0.1', exclusive: true }, () => resolve(server));
  });
}
