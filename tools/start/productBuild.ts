import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ExclusiveLock, tryLock } from '../process/exclusiveLock.ts';
import { listPages } from '../site/navigation.ts';
import { type Child, readStartFailure, startChild } from './childProcess.ts';
import { OperatorError } from './operatorError.ts';

/** Sources of every build. */
const SHARED = ['contract', 'money', 'package-lock.json', 'tsconfig.json'];
const VITE = 'node_modules/vite/bin/vite.js';

/** A part to build, with its build program and its sources. */
type BuildTarget = {
  readonly folder: string;
  readonly name: string;
  readonly command: readonly [program: string, ...words: string[]];
  readonly sources: readonly string[];
};

/** The parts without which no process starts. */
const PRODUCT_TARGETS: readonly BuildTarget[] = [
  {
    folder: 'web',
    name: 'web app',
    command: [VITE, 'build', 'web', '--logLevel', 'warn'],
    sources: ['web', 'embed', 'look', ...SHARED],
  },
  {
    folder: 'console',
    name: 'console',
    command: [VITE, 'build', 'console', '--logLevel', 'warn'],
    sources: ['console', 'look', ...SHARED],
  },
  {
    folder: 'console/partnerPages',
    name: 'partner pages',
    command: [VITE, 'build', 'console/partnerPages', '--logLevel', 'warn'],
    sources: ['console', 'look', ...SHARED],
  },
  {
    folder: 'server',
    name: 'server',
    command: ['tools/bundleServer.ts'],
    sources: ['server', 'tools/bundle', 'tools/bundleServer.ts', ...SHARED],
  },
];
const SITE_SOURCES = ['tools/site', 'look/fonts', 'look/styles', 'look/tools', 'package-lock.json'];
const NOT_SOURCES = /^(dist|node_modules|\.temp)$|\.test\.tsx?$/;

export type BuildOptions = {
  readonly projectFolder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly logFile: string;
  /** Called with the build's process, so that it can be stopped. */
  readonly onStart: (build: Child) => Promise<void>;
  /** Aborting it ends the wait for another process's build. */
  readonly signal?: AbortSignal;
};

/**
 * Builds the web app, the console, the partner pages and the server, each unless its existing build has the same sources. Only
 * one process at a time builds in a clone: `npm start` and `npm test` may begin together, and a build empties its folder first.
 * The stamp with the hash of the sources is written last, so that an interrupted build is repeated. Throws an
 * {@link OperatorError} if a build fails.
 */
export async function buildWhenStale(options: BuildOptions): Promise<void> {
  for (const part of PRODUCT_TARGETS) await buildPartWhenStale(part, options);
}

/** Builds the documentation site likewise; the server serves it as soon as it exists. */
export async function buildSiteWhenStale(options: BuildOptions): Promise<void> {
  const site: BuildTarget = {
    folder: 'docs',
    name: 'documentation',
    command: ['node_modules/vitepress/bin/vitepress.js', 'build', 'tools/site'],
    sources: [...listPages(options.projectFolder), ...SITE_SOURCES],
  };
  await buildPartWhenStale(site, options);
}

async function buildPartWhenStale(part: BuildTarget, options: BuildOptions): Promise<void> {
  if (await isStale(part, options.projectFolder)) await buildWithLock(part, options);
}

async function buildWithLock(part: BuildTarget, options: BuildOptions): Promise<void> {
  const lock = await waitForLock(options);
  try {
    const { projectFolder } = options;
    // Another process may have built it in the meantime.
    if (!(await isStale(part, projectFolder))) return;
    const stamp = await hashSources(projectFolder, part.sources);
    await runBuild(part, options);
    await writeFile(stampFile(part, projectFolder), stamp);
  } finally {
    lock.close();
  }
}

async function waitForLock({ projectFolder, signal }: BuildOptions): Promise<ExclusiveLock> {
  const folder = join(projectFolder, 'node_modules', '.cache');
  await mkdir(folder, { recursive: true });
  while (true) {
    const lock = tryLock(join(folder, 'slipway-build.lock'));
    if (lock) return lock;
    await sleep(100, undefined, signal && { signal });
  }
}

async function isStale(part: BuildTarget, projectFolder: string): Promise<boolean> {
  const built = await readFile(stampFile(part, projectFolder), 'utf8').catch(() => '');
  return built !== (await hashSources(projectFolder, part.sources));
}

function stampFile({ folder }: BuildTarget, projectFolder: string): string {
  return join(projectFolder, folder, 'dist', '.stamp');
}

async function runBuild(
  { folder, name, command: [program, ...args] }: BuildTarget,
  { projectFolder, environment, logFile, onStart: started }: BuildOptions,
): Promise<void> {
  const build = startChild({
    name: `${folder} build`,
    lasts: false,
    command: [join(projectFolder, program), ...args],
    folder: projectFolder,
    // Overrides the value of the shell or a test runner: there is only one kind of build.
    environment: { ...environment, NODE_ENV: 'production' },
    logFile,
  });
  await started(build);
  if ((await build.ended) !== 0) {
    throw new OperatorError(`The ${name} could not be built: ${readStartFailure(logFile)} (see ${logFile}).`);
  }
}

async function hashSources(folder: string, paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of await listSourceFiles(folder, path)) {
      hash.update(`${file}\0`).update(await readFile(join(folder, file)));
    }
  }
  return hash.digest('hex');
}

/** Returns the files below a path, sorted and relative to the folder; a path of a file returns that file. */
async function listSourceFiles(folder: string, path: string): Promise<string[]> {
  const entries = await readdir(join(folder, path), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  if (!entries) return [path];
  const included = entries.filter(({ name }) => !NOT_SOURCES.test(name)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const files = await Promise.all(
    included.map(async (entry) => {
      const inner = join(path, entry.name);
      return entry.isDirectory() ? listSourceFiles(folder, inner) : [inner];
    }),
  );
  return files.flat();
}
