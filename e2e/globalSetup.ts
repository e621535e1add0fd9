import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startConstellation } from '../tools/start/constellation.ts';
import { obstacleAt } from '../tools/start/freePorts.ts';
import { readStartSettings, SANDBOX_PORT_COUNT } from '../tools/start/startSettings.ts';
import { createOwnedFolder, removeOwnedFolder } from '../tools/temporary/ownedFolder.ts';
import { writeOwnLanguages } from './ownLanguages.ts';
import { WORLD_VARIABLES } from './world.ts';

/** Kept after the run, so that a failure can be understood. */
const LOGS = fileURLToPath(new URL('../test-results/logs', import.meta.url));

/** Boots the whole of Slipway with its sandbox once for the run, with languages of an operator's own. */
export default function setup(): Promise<() => Promise<void>> {
  return startWorld(async (dataDir) => {
    const languagesFolder = join(dataDir, 'own-languages');
    await writeOwnLanguages(languagesFolder);
    return { LANGUAGES_FOLDER: languagesFolder };
  });
}

/** Boots it on data and ports of its own, with what `prepare` adds to its environment. Returns what ends it. */
export async function startWorld(
  prepare: (dataDir: string) => Promise<NodeJS.ProcessEnv> = async () => ({}),
): Promise<() => Promise<void>> {
  const dataDir = await createOwnedFolder('slipway-e2e-');
  const port = await findFreePorts(SANDBOX_PORT_COUNT + 1);
  const settings = readStartSettings(
    { PORT: String(port), SANDBOX_PORT: String(port + 1), DATA_DIR: dataDir, RATE_LIMITS: 'off' },
    dataDir,
  );
  const environment = { ...process.env, ...(await prepare(dataDir)) };
  try {
    const world = await startConstellation({
      settings,
      environment,
      signal: new AbortController().signal,
      log: () => undefined,
    });
    Object.assign(process.env, {
      [WORLD_VARIABLES.origin]: world.origin,
      [WORLD_VARIABLES.deskUrl]: world.deskUrl,
      [WORLD_VARIABLES.databaseUrl]: world.databaseUrl,
    });
    return async () => {
      await world.stop();
      await keepLogs(dataDir);
      await removeOwnedFolder(dataDir);
    };
  } catch (error) {
    await keepLogs(dataDir);
    throw error;
  }
}

async function keepLogs(dataDir: string): Promise<void> {
  await cp(join(dataDir, 'logs'), LOGS, { recursive: true }).catch(() => undefined);
}

/** Below the range from which systems hand out ports by themselves. */
const LOWEST = 21_000;
const HIGHEST = 32_000;

/** The first of so many free ports in a row, from a random place on, so that two runs do not meet. */
export async function findFreePorts(count: number): Promise<number> {
  const offset = Math.floor(Math.random() * (HIGHEST - LOWEST));
  for (let tried = 0; tried < HIGHEST - LOWEST; tried += count) {
    const first = LOWEST + ((offset + tried) % (HIGHEST - LOWEST));
    const ports = Array.from({ length: count }, (_, index) => first + index);
    const obstacles = await Promise.all(ports.map(obstacleAt));
    if (obstacles.every((obstacle) => obstacle === undefined)) return first;
  }
  throw new Error(`No ${count} free ports in a row between ${LOWEST} and ${HIGHEST}.`);
}
