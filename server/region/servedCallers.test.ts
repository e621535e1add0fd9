import { expect, test } from 'vitest';
import { createBlockedNetworks } from './blockedNetworks.ts';
import { isCallerDenied } from './servedCallers.ts';

const regions = (...banned: string[]) => ({
  isBannedCountry: (country: string) => banned.includes(country),
  blockedNetworks: () => createBlockedNetworks(['203.0.113.0/24']),
});

test.each([
  ['of a served place', 'DE', true, '198.51.100.7', ['KP'], false],
  ['of a place that is not', 'KP', true, '198.51.100.7', ['KP'], true],
  ['of no known place, where all are served', 'DE', false, '240.0.0.1', [], false],
  ['of no known place, where one is not', 'DE', false, '240.0.0.1', ['KP'], true],
  ['of a blocked network', 'DE', true, '203.0.113.7', [], true],
])('a caller %s', (_who, country, isPlaced, address, banned, turnedAway) => {
  expect(isCallerDenied(regions(...banned), { country, isPlaced, address })).toBe(turnedAway);
});
