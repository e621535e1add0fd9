import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeRelease } from './makeRelease.ts';
import { packChart } from './packChart.ts';

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

function runInRoot(command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd: root, encoding: 'utf8' });
}

function commit(): void {
  const who = ['-c', 'user.name=Anna', '-c', 'user.email=anna@example.com'];
  runInRoot('git', 'add', '-A');
  runInRoot('git', ...who, 'commit', '-qm', 'all');
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'slipway-release-'));
  folder = join(root, '../', `${root.split('/').at(-1)}-out`);
  onTestFinished(async () => {
    await rm(root, { recursive: true });
    await rm(folder, { recursive: true, force: true });
  });
  runInRoot('git', 'init', '-q');
  await writeFile(join(root, 'package.json'), '{ "version": "1.2.3" }\n');
  await writeFile(join(root, 'CHANGELOG.md'), CHANGELOG);
  await writeFile(join(root, 'main.ts'), 'export {};\n');
  commit();
});

function make(packings: Parameters<typeof makeRelease>[0]['packings'] = []) {
  return makeRelease({ root, folder, packings, billOfMaterials: async () => '{"components":[]}\n' });
}

test('writes the sources, the bill of materials, the notes, and checksums that any machine can check', async () => {
  expect(await make()).toEqual({
    version: '1.2.3',
    isRehearsal: false,
    files: ['slipway-1.2.3-source.tar.gz', 'slipway-1.2.3.cdx.json', 'slipway-1.2.3.md', 'SHA256SUMS'],
  });
  const checked = execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' });
  expect(checked.trim().split('\n')).toHaveLength(3);
  expect(await readFile(join(folder, 'slipway-1.2.3.md'), 'utf8')).toBe('### Fixed\n\n- What was wrong.\n');
  const sources = execFileSync('tar', ['-tzf', join(folder, 'slipway-1.2.3-source.tar.gz')], { encoding: 'utf8' });
  expect(sources.split('\n')).toContain('slipway-1.2.3/main.ts');
});

test('packs the same chart each time, with Helm’s file name and without ignored files, and refuses another version', async () => {
  const chart = join(root, 'deploy/helm/slipway');
  await mkdir(join(chart, 'examples'), { recursive: true });
  await writeFile(join(chart, 'Chart.yaml'), 'name: slipway\nversion: 1.2.3\n');
  await writeFile(join(chart, 'values.yaml'), 'one: 1\n');
  await writeFile(join(chart, 'examples/production.yaml'), 'one: 2\n');
  await writeFile(join(chart, '.helmignore'), '*.md\nexamples/\n');
  commit();
  expect((await make([packChart])).files).toContain('slipway-1.2.3.tgz');
  const packed = execFileSync('tar', ['-tzf', join(folder, 'slipway-1.2.3.tgz')], { encoding: 'utf8' });
  expect(packed.split('\n').filter((file) => file !== '' && !file.endsWith('/'))).toEqual([
    'slipway/.helmignore',
    'slipway/Chart.yaml',
    'slipway/values.yaml',
  ]);
  const sums = await readFile(join(folder, 'SHA256SUMS'), 'utf8');
  await rm(folder, { recursive: true });
  await utimes(join(chart, 'values.yaml'), 1, 1);
  await make([packChart]);
  expect(await readFile(join(folder, 'SHA256SUMS'), 'utf8')).toBe(sums);
  await rm(folder, { recursive: true });
  await writeFile(join(chart, 'Chart.yaml'), 'name: slipway\nversion: 1.2.2\n');
  commit();
  await expect(make([packChart])).rejects.toThrow('Chart.yaml has version 1.2.2');
});

test('refuses uncommitted changes', async () => {
  await writeFile(join(root, 'main.ts'), 'export const one = 1;\n');
  await expect(make()).rejects.toThrow('uncommitted changes');
});

test('refuses a version that the changelog does not have', async () => {
  await writeFile(join(root, 'package.json'), '{ "version": "1.2.4" }\n');
  commit();
  await expect(make()).rejects.toThrow('no part "## [1.2.4]');
});

test('writes a version without a date as a rehearsal, and refuses it if the commit has a tag', async () => {
  await writeFile(join(root, 'CHANGELOG.md'), CHANGELOG.replace('2026-11-24', 'unreleased'));
  commit();
  expect(await make()).toMatchObject({ isRehearsal: true });
  runInRoot('git', 'tag', 'v1.2.3');
  await rm(folder, { recursive: true });
  await expect(make()).rejects.toThrow('CHANGELOG.md has no date for 1.2.3');
});

test('refuses a commit with the tag of another version', async () => {
  runInRoot('git', 'tag', 'v1.2.2');
  await expect(make()).rejects.toThrow('the commit has the tag v1.2.2, and package.json the version 1.2.3');
});

test('refuses a folder that is not empty', async () => {
  await make();
  await expect(make()).rejects.toThrow('is not empty');
});
