import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const SAY = 'console.log(require("node:module").getCompileCacheDir())';

/** Returns the folder of the compile cache of a process started from here. */
function cacheOf(environment: NodeJS.ProcessEnv): string {
  const words = ['--import', './tools/checkNode.mjs', '--eval', SAY];
  return execFileSync(process.execPath, words, { cwd: root, env: environment, encoding: 'utf8' }).trim();
}

test('what is compiled is kept beside the packages, not where every user of the machine may write', () => {
  const { NODE_COMPILE_CACHE: _, ...environment } = process.env;
  expect(cacheOf(environment)).toContain(`${root}node_modules/.cache/compiled/`);
});

test('or where the operator says', () => {
  const folder = `${root}node_modules/.cache/elsewhere`;
  expect(cacheOf({ ...process.env, NODE_COMPILE_CACHE: folder })).toContain(folder);
});
