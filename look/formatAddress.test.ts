import { expect, test } from 'vitest';
import { shortenAddress, splitAddressIntoGroups } from './formatAddress.ts';

test.each([
  [
    '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
    ['0x71C7', '656E', 'C7ab', '88b0', '98de', 'fB75', '1B74', '01B5', 'f6d8', '976F'],
  ],
  ['bc1qar0srrr7xfkvy5l643', ['bc1q', 'ar0s', 'rrr7', 'xfkv', 'y5l6', '43']],
  ['1BoatSLRHtKNngkdXEeobR76b53LETtpyT', ['1Boa', 'tSLR', 'HtKN', 'ngkd', 'XEeo', 'bR76', 'b53L', 'ETtp', 'yT']],
])('splits %s into groups, and starts its short form with the first group', (address, groups) => {
  expect(splitAddressIntoGroups(address)).toEqual(groups);
  expect(shortenAddress(address).startsWith(groups[0] ?? '')).toBe(true);
});
