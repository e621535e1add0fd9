import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { consoleScenes } from '../consoleScenes.ts';
import { CONSOLE_README_PICTURES_FOLDER, consoleReadmeFiles, consoleReadmePictures } from './consolePictures.ts';

test('the README and docs/console contain exactly the pictures that are taken for the README', async () => {
  const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
  const named = [...readme.matchAll(/docs\/console\/([\w-]+\.png)/g)].map(([, file]) => file);
  expect(new Set(named)).toEqual(new Set(consoleReadmeFiles));
  expect(new Set(await readdir(CONSOLE_README_PICTURES_FOLDER))).toEqual(new Set(consoleReadmeFiles));
});

test('each picture of the console in the README is of an existing scene', () => {
  const names = consoleScenes.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(consoleReadmePictures.map(([scene]) => scene)));
});
