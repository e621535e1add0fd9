import { expect, test } from 'vitest';
import { isLocalAddress, isPublicAddress } from './publicAddress.ts';

test.each([
  '8.8.8.8',
  '2a00:1450:4001:82f::200e',
  '::ffff:8.8.8.8',
  '::ffff:808:808',
  '64:ff9b::8.8.8.8',
  '172.32.0.1',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  '127.0.0.1',
  '::1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::127.0.0.1',
  '::10.1.2.3',
  '64:ff9b::10.1.2.3',
  '2002:a01:203::1',
  '100.64.0.1',
  '169.254.1.1',
  '0.0.0.0',
  '::',
  'fe80::1',
  'fd00::1',
  '',
  'x',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  ['127.0.0.1', true],
  ['::ffff:10.1.2.3', true],
  ['fd00::1', true],
  ['8.8.8.8', false],
  ['240.0.0.1', false],
  ['', false],
  ['unknown', false],
])('%s is local: %s', (address, local) => expect(isLocalAddress(address)).toBe(local));
