import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { lstat, mkdir, readdir, readFile, readlink, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { CheckTree } from './checkCommits.ts';

const run = promisify(execFile);
const PROJECTS = ['.', 'web', 'console', 'embed', 'web/worker'];
const MOST_LINES = 10;

/**
 * Type-checks the files of a commit with the packages of its own lockfile: those of the project where the two are the same, else
 * installed anew. What was compiled of the last commit is kept in `cache`, so that the next one takes less.
 */
export function createTreeCheck(root: string, cache: string): CheckTree {
  const lockOf = (folder: string) => readFile(join(folder, 'package-lock.json'), 'utf8');
  let installed: string | undefined;
  return async (folder) => {
    const lock = await lockOf(folder);
    if (lock !== installed) {
      await run('git', ['clean', '-xdfq'], { cwd: folder });
      if (lock === (await lockOf(root))) await linkAllPackages(root, folder);
      else await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
      installed = lock;
    }
    for (const project of PROJECTS.filter((each) => existsSync(join(folder, each, 'tsconfig.json')))) {
      const fault = await typeFault(
        root,
        folder,
        project,
        join(cache, `${project.replaceAll(/\W/g, '_')}.tsbuildinfo`),
      );
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
}

async function typeFault(root: string, folder: string, project: string, info: string): Promise<string | undefined> {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const words = [compiler, '-p', project, '--incremental', '--tsBuildInfoFile', info, '--pretty', 'false'];
  try {
    await run(process.execPath, words, { cwd: folder, maxBuffer: 64 * 2 ** 20 });
    return undefined;
  } catch (error) {
    const { stdout = '', message } = error as Error & { readonly stdout?: string };
    return (stdout.trim() || message).split('\n').slice(0, MOST_LINES).join('\n');
  }
}

/** Those of the project and of each workspace that has some of its own. */
async function linkAllPackages(root: string, folder: string): Promise<void> {
  for (const packages of globSync('{.,*,embed/*}/node_modules', { cwd: root }))
    if (existsSync(join(folder, dirname(packages)))) await linkPackages(join(root, packages), join(folder, packages));
}

/** Packages as they lie there; links to the workspaces lead to those of the commit. */
async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    if (name.startsWith('.')) continue;
    const source = join(from, name);
    if (name.startsWith('@')) await linkPackages(source, join(to, name));
    else await symlink((await lstat(source)).isSymbolicLink() ? await readlink(source) : source, join(to, name));
  }
}
