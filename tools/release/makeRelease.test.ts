import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeRelease } from './makeRelease.ts';

const CHANGELOG = `# Changelog

## Unreleased

### Added

- Not out yet.

## [1.2.3] - 2026-11-24

### Fixed

- What was wrong.

## 1.2.30

- Another version.
`;

let root: string;
let folder: string;

function inRoot(command: string, ...words: string[]): string {
  return execFileSync(command, words, { cwd: root, encoding: 'utf8' });
}

function commit(): void {
  const who = ['-c', 'user.name=Anna', '-c', 'user.email=anna@example.com'];
  inRoot('git', 'add', '-A');
  inRoot('git', ...who, 'commit', '-qm', 'all');
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'slipway-release-'));
  folder = join(root, '../', `${root.split('/').at(-1)}-out`);
  onTestFinished(async () => {
    await rm(root, { recursive: true });
    await rm(folder, { recursive: true, force: true });
  });
  inRoot('git', 'init', '-q');
  await writeFile(join(root, 'package.json'), '{ "version": "1.2.3" }\n');
  await writeFile(join(root, 'CHANGELOG.md'), CHANGELOG);
  await writeFile(join(root, 'main.ts'), 'export {};\n');
  commit();
});

function make(into = folder) {
  return makeRelease({ root, folder: into, billOfMaterials: async () => '{"components":[]}\n' });
}

test('a release has the sources, the bill of materials, what is new, and sums that any machine can check', async () => {
  expect(await make()).toEqual({
    version: '1.2.3',
    files: ['slipway-1.2.3.cdx.json', 'slipway-1.2.3.md', 'slipway-1.2.3.tar.gz', 'SHA256SUMS'],
  });
  const checked = execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' });
  expect(checked.trim().split('\n')).toHaveLength(3);
  expect(await readFile(join(folder, 'slipway-1.2.3.md'), 'utf8')).toBe('### Fixed\n\n- What was wrong.\n');
  const sources = execFileSync('tar', ['-tzf', join(folder, 'slipway-1.2.3.tar.gz')], { encoding: 'utf8' });
  expect(sources.split('\n')).toContain('slipway-1.2.3/main.ts');
});

test('the same commit gives the same bytes', async () => {
  await make();
  const sums = await readFile(join(folder, 'SHA256SUMS'), 'utf8');
  await rm(folder, { recursive: true });
  await make();
  expect(await readFile(join(folder, 'SHA256SUMS'), 'utf8')).toBe(sums);
});

test('what is not committed is not released', async () => {
  await writeFile(join(root, 'main.ts'), 'export const one = 1;\n');
  await expect(make()).rejects.toThrow('not committed');
});

test('a version that the changelog does not have is not released', async () => {
  await writeFile(join(root, 'package.json'), '{ "version": "1.2.4" }\n');
  commit();
  await expect(make()).rejects.toThrow('no part "## 1.2.4"');
});

test('nothing is laid beside what is there already', async () => {
  await make();
  await expect(make()).rejects.toThrow('is not empty');
});
