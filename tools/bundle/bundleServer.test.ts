import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { bundleServer } from './bundleServer.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const OWN_PATH = /\b__(?:dir|file)name\b|\bimport\.meta\.(?:dirname|filename)\b/;
const RELATIVE_URL = /new URL\("([^"]+)", import\.meta\.url\)/g;

// The folder has the same depth as server/dist, so that relative paths are valid, and is inside the project, so that packages
// are found.
const results = join(PROJECT, 'test-results');
await mkdir(results, { recursive: true });
const folder = await mkdtemp(join(results, 'bundle-'));
afterAll(() => rm(folder, { recursive: true }));
await bundleServer(folder);
const files = await readdir(folder);
const codes = await Promise.all(
  files.map(async (name) => ({ name, code: await readFile(join(folder, name), 'utf8') })),
);

/** Starts the program with only a role set; returns its output and exit status. */
async function startWithRoleOnly(program: string, role: string): Promise<{ output: string; status: number | null }> {
  // Node's compile cache only makes the start faster: it is not a setting of the server.
  const compileCache = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };
  const child = spawn(process.execPath, [program], {
    env: { ...compileCache, ROLE: role },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { output: await text(child.stderr), status: await ended };
}

describe('the bundled server', () => {
  test('contains no package that locates files by its own path', () => {
    expect(codes.filter(({ code }) => OWN_PATH.test(code)).map(({ name }) => name)).toEqual([]);
  });

  test('finds every file that its sources locate by their own path', () => {
    const found = codes.flatMap(({ code }) => [...code.matchAll(RELATIVE_URL)].map(([, path = '']) => path));
    expect(found).toContain('../../server/platform/database/migrate.ts');
    expect(found).toContain('./readingThread.js');
    expect(found.filter((path) => !existsSync(new URL(path, pathToFileURL(join(folder, 'any')))))).toEqual([]);
  });

  test.each(['api', 'worker', 'signer', 'console', 'migrate'])(
    'refuses to start as %s without other variables, with the same output as its sources',
    async (role) => {
      const [bundled, fromSources] = await Promise.all([
        startWithRoleOnly(join(folder, 'main.js'), role),
        startWithRoleOnly(join(PROJECT, 'server/main.ts'), role),
      ]);
      expect(bundled).toEqual(fromSources);
      expect(bundled.status).toBe(1);
      expect(bundled.output).toMatch(/DATABASE_URL/);
    },
  );
});
