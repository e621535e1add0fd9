import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KEPT_LOGS } from '../startWorld.ts';
import { expect, test } from '../world.ts';

/** Of this world, and of those that have ended before it: journeys of clocks and of others' offers have worlds of their own. */
async function logsOf(own: string): Promise<readonly string[]> {
  const ended = await readdir(KEPT_LOGS).catch(() => []);
  const folders = [own, ...ended.map((name) => join(KEPT_LOGS, name))];
  const files = await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).map((name) => join(folder, name))),
  );
  return files.flat().filter((name) => name.endsWith('.log'));
}

test('no process was refused by the database what its role should let it do', async ({ world }) => {
  const logs = await logsOf(world.logFolder);
  expect(logs).toContain(join(world.logFolder, 'database.log'));
  const refused = await Promise.all(
    logs.map(async (name) => {
      const lines = (await readFile(name, 'utf8')).split('\n');
      return lines.filter((line) => line.includes('permission denied')).map((line) => `${name}: ${line}`);
    }),
  );
  expect(refused.flat()).toEqual([]);
});
