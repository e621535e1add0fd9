import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);

const PRINT_LOADED_MODULES = `
  const { registerHooks } = await import('node:module');
  const loaded = [];
  registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
  await import(process.argv[1]);
  // Exits only after the write: an exit discards output that the pipe has not taken yet.
  process.stdout.write(JSON.stringify(loaded), () => process.exit());`;

/** Returns the modules in a started process's memory, relative to the project's root. */
async function listLoadedModules(file: string): Promise<readonly string[]> {
  const flags = ['--input-type=module', '--eval', PRINT_LOADED_MODULES, new URL(file, ROOT).href];
  const { stdout } = await promisify(execFile)(process.execPath, flags, {
    cwd: fileURLToPath(ROOT),
    maxBuffer: 16 * 2 ** 20,
  });
  const urls = JSON.parse(stdout) as readonly string[];
  return urls.map((url) => url.replace(ROOT.href, ''));
}

const PAGES = ['server/app/api/api.ts', 'server/account/', 'node_modules/@simplewebauthn/'];
const WORK = ['server/app/worker/worker.ts', 'server/reporting/', 'node_modules/nodemailer/'];
const CONSOLE = ['server/app/consoleProcess.ts', 'server/console/', 'server/operator/'];

test.each([
  ['signer', 'server/app/signerProcess.ts', [...PAGES, ...WORK, ...CONSOLE, 'node_modules/pg-boss/']],
  ['migrate', 'server/app/migrateProcess.ts', [...PAGES, ...WORK, ...CONSOLE, 'node_modules/fastify/']],
  [
    'console',
    'server/app/consoleProcess.ts',
    ['server/app/api/api.ts', 'server/app/worker/worker.ts', 'node_modules/nodemailer/'],
  ],
  ['api', 'server/app/api/api.ts', [...CONSOLE, ...WORK]],
  [
    'worker',
    'server/app/worker/worker.ts',
    ['server/app/api/api.ts', 'server/app/consoleProcess.ts', 'server/console/gateway/'],
  ],
])('ROLE=%s loads no modules of other roles', async (_, file, foreign) => {
  const loaded = await listLoadedModules(file);
  expect(loaded).toContain(file);
  expect(loaded.filter((path) => foreign.some((part) => path.startsWith(part)))).toEqual([]);
});

test('the common entry of all roles loads no role', async () => {
  const loaded = await listLoadedModules('server/app/serverProcess.ts');
  expect(loaded.filter((path) => /^server\/app\/(?:api\/api|worker\/worker|\w+Process)\.ts/.test(path))).toEqual([
    'server/app/serverProcess.ts',
  ]);
});

test('loads only the exchanges in use from the exchange library', async () => {
  const loaded = await listLoadedModules('server/providers/venue/ccxt/library.ts');
  const exchanges = loaded.filter((path) => /^node_modules\/ccxt\/js\/src\/\w+\.js$/.test(path));
  expect(exchanges.map((path) => path.replace(/.*\//, '')).toSorted()).toEqual([
    'bitstamp.js',
    'coinbaseexchange.js',
    'kraken.js',
  ]);
});
