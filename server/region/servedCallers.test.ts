import { expect, test } from 'vitest';
import { createBlockedNetworks } from './blockedNetworks.ts';
import { isCallerDenied } from './servedCallers.ts';

const regions = (...banned: string[]) => ({
  isBannedCountry: (country: string) => banned.includes(country),
  blockedNetworks: () => createBlockedNetworks(['203.0.113.0/24']),
});

test.each([
  ['in a served country', 'DE', true, '198.51.100.7', ['KP'], false],
  ['in a banned country', 'KP', true, '198.51.100.7', ['KP'], true],
  ['without a known country, where all are served', 'DE', false, '240.0.0.1', [], false],
  ['without a known country, where one is banned', 'DE', false, '240.0.0.1', ['KP'], true],
  ['in a blocked network', 'DE', true, '203.0.113.7', [], true],
])('decides about a caller %s', (_who, country, isCountryKnown, address, banned, isDenied) => {
  expect(isCallerDenied(regions(...banned), { country, isCountryKnown, address })).toBe(isDenied);
});
