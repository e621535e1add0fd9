import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { lstat, mkdir, readdir, readFile, readlink, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { CheckTree } from './checkCommits.ts';

const run = promisify(execFile);
const PROJECTS = ['.', 'web', 'console', 'embed', 'web/worker'];
const MAX_ERROR_LINES = 10;

/**
 * Returns a check that type-checks the files of a commit with the packages of its own lockfile: those of the project if the
 * lockfiles are equal, otherwise freshly installed. Incremental results stay in `cache` to speed up the next commit.
 */
export function createTreeCheck(root: string, cache: string): CheckTree {
  const readLockFile = (folder: string) => readFile(join(folder, 'package-lock.json'), 'utf8');
  let installed: string | undefined;
  return async (folder) => {
    const lock = await readLockFile(folder);
    if (lock !== installed) {
      await run('git', ['clean', '-xdfq'], { cwd: folder });
      if (lock === (await readLockFile(root))) await linkAllPackages(root, folder);
      else await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
      installed = lock;
    }
    for (const project of PROJECTS.filter((each) => existsSync(join(folder, each, 'tsconfig.json')))) {
      const fault = await findTypeFault(
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

/** Returns the first errors of a project, undefined if it has none. */
export async function findTypeFault(
  root: string,
  folder: string,
  project: string,
  info: string,
): Promise<string | undefined> {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const args = [compiler, '-p', project, '--incremental', '--tsBuildInfoFile', info, '--pretty', 'false'];
  try {
    await run(process.execPath, args, { cwd: folder, maxBuffer: 64 * 2 ** 20 });
    return undefined;
  } catch (error) {
    const { stdout = '', message } = error as Error & { readonly stdout?: string };
    return (stdout.trim() || message).split('\n').slice(0, MAX_ERROR_LINES).join('\n');
  }
}

/** Links the packages of the project and of each workspace that has its own. */
export async function linkAllPackages(root: string, folder: string): Promise<void> {
  for (const packages of globSync('{.,*,embed/*}/node_modules', { cwd: root }))
    if (existsSync(join(folder, dirname(packages)))) await linkPackages(join(root, packages), join(folder, packages));
}

/** Links packages to their current location; links to workspaces point to those of the commit. */
async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    if (name.startsWith('.')) continue;
    const source = join(from, name);
    if (name.startsWith('@')) await linkPackages(source, join(to, name));
    else await symlink((await lstat(source)).isSymbolicLink() ? await readlink(source) : source, join(to, name));
  }
}
