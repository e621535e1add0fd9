import { expect, test } from 'vitest';
import { buildPrefillPath, EMPTY_PREFILL, readAddressPrefill } from './addressPrefill.ts';

test('a form starts with the address of its link', () => {
  const offered = { crypto: 'USDC', network: 'base', address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F' };
  expect(readAddressPrefill(new URL(buildPrefillPath(offered), 'https://slipway.test').searchParams)).toEqual(offered);
});

test.each(['', 'crypto=BTC', 'crypto=BTC&network=&address=bc1q'])('%s prefills nothing', (search) => {
  expect(readAddressPrefill(new URLSearchParams(search))).toBe(EMPTY_PREFILL);
});
