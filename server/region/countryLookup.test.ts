import { beforeAll, expect, test } from 'vitest';
import { type CountryLookup, openCountryLookup } from './countryLookup.ts';

let findCountry: CountryLookup;
beforeAll(async () => {
  findCountry = await openCountryLookup();
});

test.each([
  ['175.45.176.1', 'KP'],
  ['::ffff:175.45.176.1', 'KP'],
  ['::FFFF:af2d:b001', 'KP'],
  ['64:ff9b::175.45.176.1', 'KP'],
  ['2002:af2d:b001::1', 'KP'],
  ['2a00:1450:4001:82f::200e', 'IE'],
  ['127.0.0.1', undefined],
  ['::ffff:127.0.0.1', undefined],
  ['fe80::1%eth0', undefined],
  ['', undefined],
  ['unknown', undefined],
])('finds for %s the country %s', (address, country) => expect(findCountry(address)).toBe(country));
