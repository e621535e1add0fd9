import { execFile } from 'node:child_process';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Returns the compiler's errors in the files of a commit; undefined if there are none. */
export type CheckTree = (folder: string) => Promise<string | undefined>;

export type CommitFault = { readonly commit: string; readonly subject: string; readonly fault: string };

export type CheckedCommits = {
  readonly faults: readonly CommitFault[];
  /** Commits checked in this run, and commits that had passed in an earlier run. */
  readonly checked: number;
  readonly known: number;
};

/**
 * Checks each commit of a range except merges separately, oldest first, in a worktree at `folder`, so that a bisection can stop
 * at any of them. Adds each passing commit to the file `passed` immediately and does not check it again: an interrupted run
 * resumes there.
 */
export async function checkCommits({
  root,
  range,
  folder,
  passed,
  check,
  log,
}: {
  readonly root: string;
  /** In the syntax of `git rev-list`: `v0.1.0..HEAD`. */
  readonly range: string;
  /** Must not exist; removed at the end. */
  readonly folder: string;
  readonly passed: string;
  readonly check: CheckTree;
  readonly log: (line: string) => void;
}): Promise<CheckedCommits> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.trim();
  const listed = await git('rev-list', '--reverse', '--no-merges', '--end-of-options', range);
  const commits = listed === '' ? [] : listed.split('\n');
  const passedBefore = new Set((await readFile(passed, 'utf8').catch(() => '')).split('\n'));
  const unchecked = commits.filter((commit) => !passedBefore.has(commit));
  const faults: CommitFault[] = [];
  await mkdir(dirname(passed), { recursive: true });
  try {
    for (const [index, commit] of unchecked.entries()) {
      if (index === 0) await git('worktree', 'add', '--quiet', '--detach', folder, commit);
      else await run('git', ['checkout', '--quiet', '--detach', commit], { cwd: folder });
      const fault = await check(folder);
      const subject = await git('log', '-1', '--format=%s', commit);
      log(
        `${index + 1}/${unchecked.length} ${commit.slice(0, 10)} ${fault === undefined ? 'passes' : 'FAILS'}: ${subject}`,
      );
      if (fault === undefined) await appendFile(passed, `${commit}\n`);
      else faults.push({ commit, subject, fault });
    }
  } finally {
    if (unchecked.length > 0) await git('worktree', 'remove', '--force', folder).catch(() => undefined);
  }
  return { faults, checked: unchecked.length, known: commits.length - unchecked.length };
}
