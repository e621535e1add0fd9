import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findLockfileFaults } from './findLockfileFaults.ts';

const PROJECT_FOLDER = fileURLToPath(new URL('../../', import.meta.url));

function buildLockfile(locked: object): string {
  return JSON.stringify({ packages: { '': {}, 'node_modules/some': locked } });
}

test('requires hashes and no addresses in a lockfile', () => {
  expect(findLockfileFaults(buildLockfile({ integrity: 'sha512-abc' }))).toEqual([]);
  expect(findLockfileFaults(buildLockfile({ link: true, resolved: 'money' }))).toEqual([]);
  expect(
    findLockfileFaults(buildLockfile({ integrity: 'sha512-abc', resolved: 'https://example.org/some.tgz' })),
  ).toHaveLength(1);
  expect(findLockfileFaults(buildLockfile({}))).toHaveLength(1);
});

test('allows one copy of a package with process-wide state', () => {
  const locked = { integrity: 'sha512-abc' };
  const copies = (name: string) =>
    findLockfileFaults(
      JSON.stringify({ packages: { [`node_modules/${name}`]: locked, [`server/node_modules/${name}`]: locked } }),
    );
  expect(copies('@opentelemetry/api')).toEqual(['server/node_modules/@opentelemetry/api is a second copy']);
  expect(copies('pino')).toEqual([]);
});

/** Returns one line per secret found with the project's configuration, without the secret itself. */
function findSecrets(file: string, text: string): string[] {
  const { stdout } = spawnSync('node_modules/.bin/secretlint', ['--format', 'unix', '--stdinFileName', file], {
    cwd: PROJECT_FOLDER,
    input: text,
    encoding: 'utf8',
  });
  return stdout.split('\n').filter((line) => line.startsWith(file));
}

test('finds a secret without printing it, and ignores a mention of its prefix', () => {
  const key = ['sk', 'live', 'a1b2c3d4e5f6a7b8c9d0'].join('_');
  const faults = findSecrets('a.ts', `x\nconst key = '${key}';`);
  expect(faults).toEqual([expect.stringMatching(/^a\.ts:2:/)]);
  expect(faults.join()).not.toContain(key);
  expect(findSecrets('a.ts', `['sk_live_…', 'sk_test_sandbox_slipway']`)).toEqual([]);
});

const RANDOM = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8';

test.each([
  ['a live Stripe key', 'rk_live_', RANDOM.slice(0, 16)],
  ['a test Stripe key', 'sk_test_', RANDOM.slice(0, 24)],
  ['a webhook secret', 'whsec_', RANDOM.slice(0, 24)],
  ['a Sumsub token', 'prd:', `${RANDOM.slice(0, 20)}.${RANDOM.slice(0, 16)}`],
  ['a private key', '-----BEGIN ', 'ENCRYPTED PRIVATE KEY-----'],
  ['a cloud access key', 'AKIA', 'Q3EGRIZ7VXS5HKPW'],
  ['a GitHub token', 'ghp_', RANDOM],
  ['a longer GitHub token', 'gho_', `${RANDOM}${RANDOM}`],
  ['an npm token', 'npm_', RANDOM],
])('finds %s', (_name, start, rest) => {
  expect(findSecrets('a.ts', `const key = '${start}${rest}';`)).not.toEqual([]);
});
