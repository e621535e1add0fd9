import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { scenes } from '../scenes.ts';
import { README_PICTURES, readmeFiles, readmePictures } from './readmePictures.ts';

test('the README and docs/pictures contain exactly the pictures that are taken for the README', async () => {
  const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
  const named = [...readme.matchAll(/docs\/pictures\/([\w-]+\.png)/g)].map(([, file]) => file);
  expect(new Set(named)).toEqual(new Set(readmeFiles));
  expect(new Set(await readdir(README_PICTURES))).toEqual(new Set(readmeFiles));
});

test('each picture in the README is of an existing scene', () => {
  const names = scenes.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(readmePictures.map(([scene]) => scene)));
});
