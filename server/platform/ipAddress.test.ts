import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeClientAddress, parseIpAddress, resolveEmbeddedAddress } from './ipAddress.ts';

/** Returns every notation of IPv4 inside IPv6 that a proxy may use. */
function mappedForms(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const group = (high: number, low: number) => (high * 256 + low).toString(16);
  const groups = `${group(a, b)}:${group(c, d)}`;
  return [
    `::ffff:${address}`,
    `::FFFF:${groups}`,
    `0:0:0:0:0:ffff:${groups}`,
    `0000:0000:0000:0000:0000:ffff:${address}`,
    `::ffff:${address}%eth0`,
  ];
}

describe('an address', () => {
  test('of IPv4 is the same in every notation', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        for (const form of [address, ...mappedForms(address)]) expect(parseIpAddress(form)?.toString()).toBe(address);
      }),
    );
  });

  test('of IPv6 is read in every notation', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const read = parseIpAddress(address);
        expect(parseIpAddress(read?.toNormalizedString() ?? '')).toEqual(read);
        expect(parseIpAddress(address.toUpperCase())).toEqual(read);
      }),
    );
  });

  test.each(['', 'unknown', '127.1', '0x7f000001', '2130706433', '010.0.0.1', '203.0.113.7:443', '[::1]', '1.2.3.4/8'])(
    '%j is not an address',
    (text) => expect(parseIpAddress(text)).toBeUndefined(),
  );

  test('any text is read or refused without an exception', () => {
    fc.assert(fc.property(fc.string(), (text) => void resolveEmbeddedAddress(text)));
  });
});

describe('the embedded IPv4 address', () => {
  test.each([
    ['175.45.176.1', '175.45.176.1'],
    ['::ffff:175.45.176.1', '175.45.176.1'],
    ['64:ff9b::175.45.176.1', '175.45.176.1'],
    ['2002:af2d:b001:7::1', '175.45.176.1'],
    ['2001:0:5347:d1a:2c1a:3d2b:50d2:4ffe', '175.45.176.1'],
    // An operator's own NAT64 prefix does not define the position of the address.
    ['64:ff9b:1::175.45.176.1', '64:ff9b:1::af2d:b001'],
    ['2001:db8::af2d:b001', '2001:db8::af2d:b001'],
  ])('%s: %s', (text, reached) => expect(resolveEmbeddedAddress(text)?.toString()).toBe(reached));
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:CB00:7107', '203.0.113.7'],
  ['203.0.113.7:50000', '203.0.113.7'],
  ['[2001:0DB8:0:0::7]:50000', '2001:db8::7'],
  ['[::ffff:203.0.113.7]', '203.0.113.7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['unknown', ''],
  ['203.0.113.700', ''],
  ['[shop.example]:443', ''],
  ['', ''],
])('the client %j is normalized to %j', (text, address) => expect(normalizeClientAddress(text)).toBe(address));
