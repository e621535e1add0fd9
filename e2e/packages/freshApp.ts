import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findFreePorts } from '../startWorld.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const APPS = fileURLToPath(new URL('apps/', import.meta.url));
const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));
const NOT_SOURCES = /\/(?:node_modules|\.next)$/;
const run = promisify(execFile);

/** The tarballs to publish, by package name. */
export type Tarballs = Readonly<Record<string, string>>;

/** Builds and packs the published packages into a folder. */
export async function packPackages(folder: string): Promise<Tarballs> {
  const { stdout } = await run('npm', ['run', 'pack', '--silent', '--', '--json', '--pack-destination', folder], {
    cwd: PROJECT,
  });
  // Build output precedes the JSON.
  const packed = JSON.parse(stdout.slice(stdout.lastIndexOf('\n[\n') + 1)) as readonly Packed[];
  return Object.fromEntries(packed.map(({ name, filename }) => [name, `file:${join(folder, filename)}`]));
}

type Packed = { readonly name: string; readonly filename: string };

export async function createTemporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'slipway-packages-'));
}

export type ServedApp = { readonly origin: string; stop(): Promise<void> };

/**
 * Copies an app out of the project, so that it cannot resolve anything of the project. For `nextjs` it copies the example, with
 * the pages that the app adds. Installs the tarballs with the other dependencies, builds the app and serves it.
 */
export async function serveFreshApp(
  name: 'vite' | 'nextjs',
  tarballs: Tarballs,
  environmentAt: (origin: string) => Promise<NodeJS.ProcessEnv>,
): Promise<ServedApp> {
  const folder = await createTemporaryFolder();
  if (name === 'nextjs')
    await cp(join(EXAMPLES, name), folder, { recursive: true, filter: (path) => !NOT_SOURCES.test(path) });
  await cp(join(APPS, name), folder, { recursive: true });
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { dependencies: object };
  const dependencies = { ...manifest.dependencies, ...tarballs };
  // A package depends on another one that is not in the registry yet.
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, dependencies, overrides: tarballs }));
  const port = await findFreePorts(1);
  const origin = `http://localhost:${port}`;
  const env = { ...process.env, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: '1', ...(await environmentAt(origin)) };
  const npm = (...args: string[]) => run('npm', args, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
  await npm('install', '--no-audit', '--no-fund');
  await npm('run', 'build');
  const server = spawn('npm', ['run', 'start', '--', '--port', String(port)], {
    cwd: folder,
    env,
    detached: true,
    stdio: 'ignore',
  });
  await waitUntilServed(origin);
  return {
    origin,
    async stop() {
      if (server.pid !== undefined) process.kill(-server.pid);
      await once(server, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const PATIENCE_MS = 60_000;

async function waitUntilServed(origin: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await fetch(origin).catch(() => undefined))?.ok) {
    if (Date.now() > deadline) throw new Error(`nothing is served at ${origin}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
