import { execFileSync } from 'node:child_process';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_FOLDER } from '../../tools/start/launch.ts';

const MIGRATIONS = 'server/platform/database/migrations/';
/** Migration of the baseline. No upgrade starts from a commit before the one that added it. */
const BASELINE = `${MIGRATIONS}0001_platform.sql`;

function runGit(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: PROJECT_FOLDER, encoding: 'utf8' }).trim();
}

/** Returns the commit to upgrade from: the requested one, or the parent of the newest commit that added a migration. */
export function findFormerCommit(requestedCommit = process.env['PROVE_FORMER']): string {
  if (requestedCommit) return runGit('rev-parse', '--verify', `${requestedCommit}^{commit}`);
  const baseline = runGit('log', '-1', '--format=%H', '--diff-filter=A', '--', BASELINE);
  // A commit that is not a descendant of the baseline has no schema to upgrade from.
  const descendants = ['--ancestry-path', `${baseline}..HEAD`];
  const added = runGit('log', '-1', '--format=%H', '--diff-filter=A', ...descendants, '--', `${MIGRATIONS}*.sql`);
  if (added === '') throw new Error('no commit has added a migration after the baseline: name one in PROVE_FORMER');
  return runGit('rev-parse', `${added}^`);
}

/**
 * Writes a commit's files into the folder and uses the packages that are installed here, without downloads. The repository's
 * own packages come from the commit.
 */
export async function prepareRelease(commit: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  execFileSync('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', commit, folder], { cwd: PROJECT_FOLDER });
  const installed = join(PROJECT_FOLDER, 'node_modules');
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@slipway'), { recursive: true });
  for (const name of await readdir(installed))
    if (name !== '@slipway') await symlink(join(installed, name), join(modules, name));
  for (const packageFolder of ['contract', 'money', 'server', 'sandbox'])
    await symlink(join(folder, packageFolder), join(modules, '@slipway', packageFolder));
}
