import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Child, reasonIn, startChild } from './childProcess.ts';
import { OperatorError } from './operatorError.ts';

const SHARED = ['contract', 'money', 'package-lock.json', 'tsconfig.json'];
const VITE = 'node_modules/vite/bin/vite.js';
/** What is built, by what, and of what. */
const PARTS = [
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
    folder: 'server',
    name: 'server',
    command: ['tools/bundleServer.ts'],
    sources: ['server', 'tools/bundle', 'tools/bundleServer.ts', ...SHARED],
  },
] as const;
const NOT_SOURCES = /^(dist|node_modules)$|\.test\.tsx?$/;

export type BuildOptions = {
  readonly projectFolder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly logFile: string;
  /** Hears of the build's process, so that it can be stopped. */
  readonly started: (build: Child) => Promise<void>;
};

/**
 * Builds the web app, the console and the server, each unless its existing build was made of the same sources. A build empties
 * its folder first, and the stamp that says what it was made of comes last, so that one that was interrupted counts for nothing.
 */
export async function buildWhenStale(options: BuildOptions): Promise<void> {
  for (const part of PARTS) await buildPart(part, options);
}

async function buildPart(
  { folder, name, command: [program, ...words], sources }: (typeof PARTS)[number],
  { projectFolder, environment, logFile, started }: BuildOptions,
): Promise<void> {
  const stampFile = join(projectFolder, folder, 'dist', '.stamp');
  const stamp = await hashOf(projectFolder, sources);
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return;
  const build = startChild({
    name: `${folder} build`,
    lasts: false,
    command: [join(projectFolder, program), ...words],
    folder: projectFolder,
    // Whatever the shell or a test runner says: what people get is one build.
    environment: { ...environment, NODE_ENV: 'production' },
    logFile,
  });
  await started(build);
  if ((await build.ended) !== 0) {
    throw new OperatorError(`The ${name} could not be built: ${reasonIn(logFile)} (see ${logFile}).`);
  }
  await writeFile(stampFile, stamp);
}

async function hashOf(folder: string, paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of await filesIn(folder, path)) {
      hash.update(`${file}\0`).update(await readFile(join(folder, file)));
    }
  }
  return hash.digest('hex');
}

/** Sorted, relative to the folder; a path that is a file is itself. */
async function filesIn(folder: string, path: string): Promise<string[]> {
  const entries = await readdir(join(folder, path), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  if (!entries) return [path];
  const kept = entries.filter(({ name }) => !NOT_SOURCES.test(name)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const files = await Promise.all(
    kept.map(async (entry) => {
      const inner = join(path, entry.name);
      return entry.isDirectory() ? filesIn(folder, inner) : [inner];
    }),
  );
  return files.flat();
}
