import { expect, test } from 'vitest';
import { signerSocketPath } from './signerSocket.ts';

test('gives each data folder its own socket in the temporary folder', () => {
  const path = signerSocketPath('/home/anna/slipway/.data', '/var/tmp');
  expect(path).toMatch(/^\/var\/tmp\/slipway-[0-9a-f]{16}\.socket$/);
  expect(signerSocketPath('/home/anna/slipway/.data', '/var/tmp')).toBe(path);
  expect(signerSocketPath('/home/ben/slipway/.data', '/var/tmp')).not.toBe(path);
});

test('does not use a temporary folder with a long path', () => {
  expect(signerSocketPath('/data', `/tmp/${'deep/'.repeat(20)}`)).toMatch(/^\/tmp\/slipway-[0-9a-f]{16}\.socket$/);
});
