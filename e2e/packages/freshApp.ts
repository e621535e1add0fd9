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
const PACKAGES = ['@slipway/loader', '@slipway/react', '@slipway/node'] as const;
const run = promisify(execFile);

/** The files that would be published, each with the name of its package. */
export type Tarballs = Readonly<Record<string, string>>;

/** Builds and packs what is published, into a folder. */
export async function packPackages(folder: string): Promise<Tarballs> {
  const packed = await Promise.all(
    PACKAGES.map(async (name) => {
      const { stdout } = await run('npm', ['pack', '--json', '--workspace', name, '--pack-destination', folder], {
        cwd: PROJECT,
      });
      // What its build prints comes before.
      const [{ filename = '' } = {}] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as { filename?: string }[];
      return [name, `file:${join(folder, filename)}`] as const;
    }),
  );
  return Object.fromEntries(packed);
}

export async function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'slipway-packages-'));
}

export type ServedApp = { readonly origin: string; stop(): Promise<void> };

/**
 * Copies an app out of the project, so that nothing of the project is found from there, installs the tarballs with what else
 * it asks for, builds it and serves it.
 */
export async function serveFreshApp(
  name: 'vite' | 'next',
  tarballs: Tarballs,
  environmentAt: (origin: string) => Promise<NodeJS.ProcessEnv>,
): Promise<ServedApp> {
  const folder = await temporaryFolder();
  await cp(join(APPS, name), folder, { recursive: true });
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { dependencies: object };
  const dependencies = { ...manifest.dependencies, ...tarballs };
  // One package needs another that is not in the registry yet.
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, dependencies, overrides: tarballs }));
  const port = await findFreePorts(1);
  const origin = `http://localhost:${port}`;
  const env = { ...process.env, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: '1', ...(await environmentAt(origin)) };
  const npm = (...words: string[]) => run('npm', words, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
  await npm('install', '--no-audit', '--no-fund');
  await npm('run', 'build');
  const server = spawn('npm', ['run', 'serve', '--', '--port', String(port)], {
    cwd: folder,
    env,
    detached: true,
    stdio: 'ignore',
  });
  await untilServed(origin);
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

async function untilServed(origin: string): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  while (!(await fetch(origin).catch(() => undefined))?.ok) {
    if (Date.now() > until) throw new Error(`nothing is served at ${origin}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
