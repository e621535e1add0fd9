import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../world.ts';

test('no process was refused by the database what its role should let it do', async ({ world }) => {
  const logs = (await readdir(world.logFolder)).filter((name) => name.endsWith('.log'));
  expect(logs).toContain('database.log');
  const refused = await Promise.all(
    logs.map(async (name) => {
      const lines = (await readFile(join(world.logFolder, name), 'utf8')).split('\n');
      return lines.filter((line) => line.includes('permission denied')).map((line) => `${name}: ${line}`);
    }),
  );
  expect(refused.flat()).toEqual([]);
});
