import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { consoleScenes } from '../consoleScenes.ts';
import { isConsoleReadmeFile, README_CONSOLE } from './consolePictures.ts';

test('the README shows exactly the console pictures in its folder, each of an existing scene', async () => {
  const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
  const named = [...readme.matchAll(/docs\/console\/([\w-]+\.png)/g)].map(([, file = '']) => file);
  expect(named.length).toBeGreaterThan(0);
  expect(named.every(isConsoleReadmeFile)).toBe(true);
  expect(new Set(await readdir(README_CONSOLE))).toEqual(new Set(named));
  for (const file of named) expect(consoleScenes.filter(({ name }) => file.startsWith(`${name}-`))).not.toEqual([]);
});
