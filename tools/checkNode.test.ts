import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const PRINT_CACHE_FOLDER = 'console.log(require("node:module").getCompileCacheDir())';

/** Returns the folder of the compile cache of a process started from here. */
function findCache(environment: NodeJS.ProcessEnv): string {
  const args = ['--import', './tools/checkNode.mjs', '--eval', PRINT_CACHE_FOLDER];
  return execFileSync(process.execPath, args, { cwd: root, env: environment, encoding: 'utf8' }).trim();
}

test('keeps the compile cache next to the packages, not in a world-writable folder', () => {
  const { NODE_COMPILE_CACHE: _, ...environment } = process.env;
  expect(findCache(environment)).toContain(`${root}node_modules/.cache/compiled/`);
});

test('keeps the compile cache in the configured folder', () => {
  const folder = `${root}node_modules/.cache/elsewhere`;
  expect(findCache({ ...process.env, NODE_COMPILE_CACHE: folder })).toContain(folder);
});
