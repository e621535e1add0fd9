import { execFileSync } from 'node:child_process';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_FOLDER } from '../../tools/start/launch.ts';

const MIGRATIONS = 'server/platform/database/migrations/*.sql';

function git(...words: readonly string[]): string {
  return execFileSync('git', words, { cwd: PROJECT_FOLDER, encoding: 'utf8' }).trim();
}

/** The commit that is the former release: as asked for, else the one before the last two migrations. */
export function formerCommit(asked = process.env['PROVE_FORMER']): string {
  if (asked) return git('rev-parse', '--verify', `${asked}^{commit}`);
  const added = git('log', '-2', '--format=%H', '--diff-filter=A', '--', MIGRATIONS).split('\n').at(-1) ?? '';
  return git('rev-parse', `${added}^`);
}

/**
 * Lays a commit's files into the folder, with the packages that are installed here: nothing is fetched. Those of the
 * repository itself are the commit's own.
 */
export async function layRelease(commit: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  execFileSync('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', commit, folder], { cwd: PROJECT_FOLDER });
  const installed = join(PROJECT_FOLDER, 'node_modules');
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@slipway'), { recursive: true });
  for (const name of await readdir(installed))
    if (name !== '@slipway') await symlink(join(installed, name), join(modules, name));
  for (const own of ['contract', 'money', 'server', 'sandbox'])
    await symlink(join(folder, own), join(modules, '@slipway', own));
}
