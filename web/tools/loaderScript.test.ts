import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeLoaderScript } from './loaderScript.ts';

const DOCUMENT = fileURLToPath(new URL('../../docs/integrate/html.md', import.meta.url));

let folder: string;
let integrity: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-loader-'));
  integrity = await writeLoaderScript(folder);
});
afterAll(() => rm(folder, { recursive: true }));

/**
 * Partners pin the loader's hash: once `/embed/v1/` is released, a different loader must become `/embed/v2/`, and the
 * document must name that one. Before the release, update the hash in the document.
 */
test('the document pins the hash of the served loader', async () => {
  const written = await readFile(DOCUMENT, 'utf8');
  expect([...written.matchAll(/integrity="([^"]+)"/g)].map(([, hash]) => hash)).toEqual([integrity]);
});

test('the served hash is that of the file, which is the same in every build', async () => {
  const list = JSON.parse(await readFile(join(folder, 'embed/v1/integrity.json'), 'utf8')) as unknown;
  expect(list).toEqual({ '/embed/v1/loader.js': integrity });
  expect(await writeLoaderScript(folder)).toBe(integrity);
});

test('the loader is one small file without imports or evaluated code, and its only request is to its own folder', async () => {
  const script = await readFile(join(folder, 'embed/v1/loader.js'));
  expect(gzipSync(script).length).toBeLessThanOrEqual(2.3 * 1024);
  expect(script.toString()).not.toMatch(/\b(?:import|eval|Function|createElement\(.script)\b/);
  // The loader's only request asks why a window or frame did not respond. The answer is a code and a line of text.
  expect(script.toString().match(/\bfetch\b.{18}/g)).toEqual([expect.stringContaining('/embed/v1')]);
});
