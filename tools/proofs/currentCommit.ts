import { execFileSync } from 'node:child_process';

/** Pages that measurements write. Their changes are not changes of the measured code. */
const RESULTS = ['PROOFS.md', 'BENCHMARKS.md', 'docs/benchmarks'];

/** Returns the short hash of HEAD, with a note if the work tree has other changes than recorded results. */
export function currentCommit(folder: string): string {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  const changes = git('status', '--porcelain', '--', '.', ...RESULTS.map((path) => `:!${path}`));
  return `${git('rev-parse', '--short', 'HEAD')}${changes === '' ? '' : ' and changes'}`;
}
