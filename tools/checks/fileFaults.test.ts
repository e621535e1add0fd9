import { expect, test } from 'vitest';
import { lockfileFaults } from './lockfileFaults.ts';
import { secretFaults } from './secretFaults.ts';

function lockfileWith(locked: object): string {
  return JSON.stringify({ packages: { '': {}, 'node_modules/some': locked } });
}

test('a lockfile holds hashes and no addresses', () => {
  expect(lockfileFaults(lockfileWith({ integrity: 'sha512-abc' }))).toEqual([]);
  expect(lockfileFaults(lockfileWith({ link: true, resolved: 'money' }))).toEqual([]);
  expect(
    lockfileFaults(lockfileWith({ integrity: 'sha512-abc', resolved: 'https://example.org/some.tgz' })),
  ).toHaveLength(1);
  expect(lockfileFaults(lockfileWith({}))).toHaveLength(1);
});

test('a secret is told from a name of one', () => {
  const key = ['sk', 'live', 'a1b2c3d4e5f6a7b8c9d0'].join('_');
  expect(secretFaults('a.ts', `x\nconst key = '${key}';`)).toEqual(['a.ts:2 looks like a live Stripe key']);
  expect(secretFaults('a.ts', `['sk_live_…', 'sk_test_sandbox_slipway']`)).toEqual([]);
});
