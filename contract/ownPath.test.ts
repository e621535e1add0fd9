import fc from 'fast-check';
import { expect, test } from 'vitest';
import { disguisedAddresses } from './disguisedAddresses.testing.ts';
import { isOwnPath } from './ownPath.ts';

test.each(['/', '/order?orderNo=1#top', '/a//b', '/%09/shop.example', '/order?next=//shop.example'])(
  '%j is',
  (path) => {
    expect(isOwnPath(path)).toBe(true);
  },
);

test.each(['', 'order', 'https://shop.example', ' /order', ...disguisedAddresses])('%j is not', (path) => {
  expect(isOwnPath(path)).toBe(false);
});

test('whatever is, stays at the origin that it is used on', () => {
  const text = fc.string({ unit: fc.constantFrom('/', '\\', '\t', '\n', '\r', ' ', '@', ':', '.', '?', '#', 'a') });
  fc.assert(
    fc.property(text, (address) => {
      fc.pre(isOwnPath(`/${address}`));
      expect(new URL(`/${address}`, 'https://pay.example').origin).toBe('https://pay.example');
    }),
    { numRuns: 5_000 },
  );
});
