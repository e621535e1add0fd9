import { expect, test } from 'vitest';
import { NOTHING_OFFERED, offeredIn, offerPath } from './offeredAddress.ts';

test('what a link to the address book offers is what its form begins with', () => {
  const offered = { crypto: 'USDC', network: 'base', address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F' };
  expect(offeredIn(new URL(offerPath(offered), 'https://slipway.test').searchParams)).toEqual(offered);
});

test.each(['', 'crypto=BTC', 'crypto=BTC&network=&address=bc1q'])('%s offers nothing', (search) => {
  expect(offeredIn(new URLSearchParams(search))).toBe(NOTHING_OFFERED);
});
