import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findAnvil, formatAnvilMissing } from './anvilProgram.ts';

test('uses the first executable on the PATH if no package contains it', () => {
  const [first, second] = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'slipway-anvil-')));
  if (!first || !second) throw new Error('no folders');
  const machine = { platform: 'freebsd', arch: 'x64', path: `${first}:${second}` };
  writeFileSync(join(first, 'anvil'), '');
  expect(findAnvil(machine)).toBeUndefined();
  writeFileSync(join(second, 'anvil'), '');
  chmodSync(join(second, 'anvil'), 0o755);
  expect(findAnvil(machine)).toBe(join(second, 'anvil'));
  for (const folder of [first, second]) rmSync(folder, { recursive: true });
});

test('a missing program is reported with the command that installs the packages’ version', () => {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  const version = optionalDependencies['@foundry-rs/anvil-linux-amd64'];
  expect(formatAnvilMissing({ platform: 'darwin', arch: 'arm64', path: '' })).toContain(
    `npm install --no-save @foundry-rs/anvil-darwin-arm64@${version}`,
  );
  expect(formatAnvilMissing({ platform: 'freebsd', arch: 'x64', path: '' })).toMatch(/freebsd x64: install Foundry/);
});
