import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOGS_FOLDER } from '../startWorld.ts';
import { expect, test } from '../world.ts';

/**
 * Returns the log files of this world and of worlds that have ended. Journeys that advance the clock or use other providers
 * have separate worlds.
 */
async function readLogs(own: string): Promise<readonly string[]> {
  const ended = await readdir(LOGS_FOLDER).catch(() => []);
  const folders = [own, ...ended.map((name) => join(LOGS_FOLDER, name))];
  const files = await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).map((name) => join(folder, name))),
  );
  return files.flat().filter((name) => name.endsWith('.log'));
}

test('no process was refused a database right that its role needs', async ({ world }) => {
  const logs = await readLogs(world.logFolder);
  expect(logs).toContain(join(world.logFolder, 'database.log'));
  const refused = await Promise.all(
    logs.map(async (name) => {
      const lines = (await readFile(name, 'utf8')).split('\n');
      return lines.filter((line) => line.includes('permission denied')).map((line) => `${name}: ${line}`);
    }),
  );
  expect(refused.flat()).toEqual([]);
});
