import fc from 'fast-check';
import { expect, test } from 'vitest';
import { disguisedAddresses } from './disguisedAddresses.testing.ts';
import { isOwnPath } from './ownPath.ts';

test.each(['/', '/order?orderNo=1#top', '/a//b', '/%09/shop.example', '/order?next=//shop.example'])(
  'accepts %j',
  (path) => {
    expect(isOwnPath(path)).toBe(true);
  },
);

test.each(['', 'order', 'https://shop.example', ' /order', ...disguisedAddresses])('rejects %j', (path) => {
  expect(isOwnPath(path)).toBe(false);
});

test('accepts only paths that stay at the origin', () => {
  const text = fc.string({ unit: fc.constantFrom('/', '\\', '\t', '\n', '\r', ' ', '@', ':', '.', '?', '#', 'a') });
  fc.assert(
    fc.property(text, (address) => {
      fc.pre(isOwnPath(`/${address}`));
      expect(new URL(`/${address}`, 'https://pay.example').origin).toBe('https://pay.example');
    }),
    { numRuns: 5_000 },
  );
});
