import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { scenes } from '../scenes.ts';
import { README_PICTURES, readmeFiles } from './readmePictures.ts';

test('the README and its folder contain exactly the pictures that are taken for it', async () => {
  const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
  const named = [...readme.matchAll(/docs\/pictures\/([\w-]+\.png)/g)].map(([, file]) => file);
  expect(new Set(named)).toEqual(new Set(readmeFiles));
  expect(new Set(await readdir(README_PICTURES))).toEqual(new Set(readmeFiles));
});

test('each picture is of an existing scene', () => {
  for (const file of readmeFiles) expect(scenes.filter(({ name }) => file.startsWith(`${name}-`))).not.toEqual([]);
});
