import { execFileSync } from 'node:child_process';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_FOLDER } from '../../tools/start/launch.ts';

const MIGRATIONS = 'server/platform/database/migrations/';
/** Of the baseline. No upgrade begins before the commit that added it. */
const BASELINE = `${MIGRATIONS}0001_platform.sql`;

function git(...words: readonly string[]): string {
  return execFileSync('git', words, { cwd: PROJECT_FOLDER, encoding: 'utf8' }).trim();
}

/** The commit that is the former release: as asked for, else the one before the newest migration after the baseline. */
export function formerCommit(asked = process.env['PROVE_FORMER']): string {
  if (asked) return git('rev-parse', '--verify', `${asked}^{commit}`);
  const baseline = git('log', '-1', '--format=%H', '--diff-filter=A', '--', BASELINE);
  // A commit that is not a descendant of the baseline has no schema to upgrade from.
  const descendants = ['--ancestry-path', `${baseline}..HEAD`];
  const added = git('log', '-1', '--format=%H', '--diff-filter=A', ...descendants, '--', `${MIGRATIONS}*.sql`);
  if (added === '') throw new Error('no commit has added a migration after the baseline: name one in PROVE_FORMER');
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
