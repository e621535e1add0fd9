import { cp } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPortObstacle } from '../tools/start/freePorts.ts';
import type { ProductLauncher } from '../tools/start/launch.ts';
import { startProductRun } from '../tools/start/productRun.ts';
import { sampleKeysFolder } from '../tools/start/sampleKeys.ts';
import { readStartSettings, SANDBOX_PORT_COUNT } from '../tools/start/startSettings.ts';
import { createOwnedFolder, removeOwnedFolder } from '../tools/temporary/ownedFolder.ts';
import type { World } from './world.ts';

/** One folder per ended world, kept after the run. */
export const LOGS_FOLDER = fileURLToPath(new URL('../test-results/logs', import.meta.url));

/**
 * Short, because waiting for a dozen confirmations takes most of a delivery's time. Tests still see every status. A journey
 * that must inspect an order between two statuses stops the blocks (`withoutBlocks` of sandboxControls.ts).
 */
export const BLOCK_SECONDS = '0.4';

const OWN_OFFERS_SEEDS = fileURLToPath(new URL('ownOffersAlone/', import.meta.url));

/** Ports of the server, its sandbox and the console. */
export const WORLD_PORT_COUNT = SANDBOX_PORT_COUNT + 2;

export type StartedWorld = World & { stop(): Promise<void> };

export type WorldOptions = {
  /** Returns variables to add to the environment of all processes. */
  readonly prepare?: (dataDir: string) => Promise<NodeJS.ProcessEnv>;
  /** True if other providers' offers are also sold; without them Select Offer is skipped. */
  readonly otherProviders?: boolean;
  /** True if the operators' console is also started. */
  readonly withConsole?: boolean;
  /** Overrides of the server's variables. */
  readonly variables?: Readonly<Record<string, string>>;
  /** The server's port; the sandbox's follow it. By default free ports are found. */
  readonly firstPort?: number;
  /** Starts the server, if not as `npm start` does. */
  readonly product?: ProductLauncher;
};

/** Starts Slipway with its sandbox on separate data and ports. Its logs are kept under `name`. */
export async function startWorld(name: string, options: WorldOptions = {}): Promise<StartedWorld> {
  const { prepare = async () => ({}), otherProviders = false, withConsole = false, variables = {}, product } = options;
  const dataDir = await createOwnedFolder('slipway-e2e-');
  const logFolder = join(dataDir, 'logs');
  const copyLogs = () => cp(logFolder, join(LOGS_FOLDER, name), { recursive: true }).catch(() => undefined);
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
    // Tests that share a world buy at the same time: with the lowest tier they would wait for each other.
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
      getDatabaseUrl,
      stop,
    } = await startProductRun({
      settings,
      environment,
      productVariables: (all) => ({ ...(otherProviders ? all : disableOtherProviders(all)), ...variables }),
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
      operatorsUrl: getDatabaseUrl('operator'),
      operatorKeysFolder: sampleKeysFolder(dataDir),
      logFolder,
      async stop() {
        await stop();
        await copyLogs();
        await removeOwnedFolder(dataDir);
      },
    };
  } catch (error) {
    await copyLogs();
    throw error;
  }
}

/** Adds the seeds in which the operator has disabled every other provider. */
function disableOtherProviders(all: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return { ...all, CONFIGURATION_SEEDS: `${OWN_OFFERS_SEEDS},${all['CONFIGURATION_SEEDS']}` };
}

/** Below the ephemeral ports that systems assign. */
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
  const obstacles = await Promise.all(ports.map(findPortObstacle));
  return obstacles.every((obstacle) => obstacle === undefined);
}

/** Reserves a block. Resolves to undefined if another process has it. */
function reserveBlock(block: number): Promise<Server | undefined> {
  const server = createServer().unref();
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen({ port: FIRST_RESERVATION_PORT + block, host: '127.0.0.1', exclusive: true }, () => resolve(server));
  });
}
