import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type CheckTree, checkCommits } from './checkCommits.ts';

let root = '';
let passed = '';
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

function commit(text: string): string {
  writeFileSync(join(root, 'main.ts'), text);
  git('add', '-A');
  git('-c', 'user.name=Anna', '-c', 'user.email=anna@example.com', 'commit', '-qm', `write ${text}`);
  return git('rev-parse', 'HEAD');
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'slipway-commits-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  passed = join(root, '.git', 'cache', 'passed');
  git('init', '-q');
  commit('first');
});

/** Returns a check that fails for the text "broken" and records the texts that it checked. */
function createCheck(texts: string[], until = Infinity): CheckTree {
  return async (folder) => {
    if (texts.length >= until) throw new Error('interrupted');
    const text = readFileSync(join(folder, 'main.ts'), 'utf8');
    texts.push(text);
    return text === 'broken' ? 'main.ts(1,1): error' : undefined;
  };
}

function check(checkTree: CheckTree, range = 'HEAD~3..HEAD') {
  const folder = join(root, '.git', 'tree');
  return checkCommits({ root, range, folder, passed, check: checkTree, log: () => undefined });
}

test('checks each commit of the range separately, and names the broken one', async () => {
  commit('second');
  const broken = commit('broken');
  commit('repaired');
  const texts: string[] = [];
  expect(await check(createCheck(texts))).toEqual({
    faults: [{ commit: broken, subject: 'write broken', fault: 'main.ts(1,1): error' }],
    checked: 3,
    known: 0,
  });
  expect(texts).toEqual(['second', 'broken', 'repaired']);
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(existsSync(join(root, '.git', 'tree'))).toBe(false);
});

test('resumes an interrupted run, and checks failed commits again', async () => {
  commit('second');
  commit('broken');
  commit('repaired');
  const texts: string[] = [];
  await expect(check(createCheck(texts, 2))).rejects.toThrow('interrupted');
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(await check(createCheck(texts))).toMatchObject({
    checked: 2,
    known: 1,
    faults: [{ subject: 'write broken' }],
  });
  expect(await check(createCheck(texts))).toMatchObject({
    checked: 1,
    known: 2,
    faults: [{ subject: 'write broken' }],
  });
  expect(texts).toEqual(['second', 'broken', 'broken', 'repaired', 'broken']);
});

test('has nothing to check in an empty range', async () => {
  expect(await check(createCheck([]), 'HEAD..HEAD')).toEqual({ faults: [], checked: 0, known: 0 });
});

test('refuses an invalid range', async () => {
  await expect(check(createCheck([]), 'nothing..HEAD')).rejects.toThrow('nothing');
  await expect(check(createCheck([]), '--all')).rejects.toThrow();
});
