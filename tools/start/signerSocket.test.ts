import { expect, test } from 'vitest';
import { signerSocketPath } from './signerSocket.ts';

test('each data folder has a socket of its own in the temporary folder', () => {
  const path = signerSocketPath('/home/anna/slipway/.data', '/var/tmp');
  expect(path).toMatch(/^\/var\/tmp\/slipway-[0-9a-f]{16}\.socket$/);
  expect(signerSocketPath('/home/anna/slipway/.data', '/var/tmp')).toBe(path);
  expect(signerSocketPath('/home/ben/slipway/.data', '/var/tmp')).not.toBe(path);
});

test('a temporary folder with a long path is not used', () => {
  expect(signerSocketPath('/data', `/tmp/${'deep/'.repeat(20)}`)).toMatch(/^\/tmp\/slipway-[0-9a-f]{16}\.socket$/);
});
