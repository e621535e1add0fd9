import { expect, test } from 'vitest';
import { createBlockedNetworks, isNetwork } from './blockedNetworks.ts';

const blocked = createBlockedNetworks([
  '203.0.113.0/24',
  '198.51.100.7',
  '2001:db8::/32',
  '::ffff:192.0.2.0/120',
  '2002:c612::/32',
]);

test.each([
  '203.0.113.9',
  '198.51.100.7',
  '2001:db8:1::5',
  '::ffff:203.0.113.9',
  '::ffff:cb00:7109',
  '0:0:0:0:0:ffff:203.0.113.9',
  '64:ff9b::203.0.113.9',
  '2002:cb00:7109::1',
  '192.0.2.255',
  '::ffff:192.0.2.255',
  '2002:c612::1',
])('blocks %s', (address) => {
  expect(blocked.has(address)).toBe(true);
});

test.each([
  '203.0.114.9',
  '198.51.100.8',
  '2001:db9::1',
  '192.0.3.1',
  '::ffff:203.0.114.9',
  '198.18.0.1',
  '',
  'localhost',
])('does not block %s', (address) => {
  expect(blocked.has(address)).toBe(false);
});

test.each([
  ['203.0.113.0/24', true],
  ['203.0.113.0/33', false],
  ['2001:db8::/129', false],
  ['::1', true],
  ['203.0.113', false],
  ['203.0.113.0/24/8', false],
  ['::ffff:203.0.113.0/120', true],
  ['::ffff:203.0.113.0/24', false],
  ['fe80::1%eth0', false],
])('isNetwork of %s is %s', (text, expected) => {
  expect(isNetwork(text)).toBe(expected);
});
