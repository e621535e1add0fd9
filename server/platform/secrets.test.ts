import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomToken, readableToken } from './secrets.ts';

test('returns no byte twice for requests of any size', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 8, max: 6_000 }), { minLength: 20, maxLength: 60 }), (sizes) => {
      const pieces = sizes.flatMap((bytes) => {
        const given = Buffer.from(randomToken(bytes), 'base64url');
        expect(given).toHaveLength(bytes);
        return Array.from({ length: Math.floor(bytes / 8) }, (_, at) =>
          given.subarray(at * 8, at * 8 + 8).toString('hex'),
        );
      });
      expect(new Set(pieces).size).toBe(pieces.length);
    }),
    { numRuns: 20 },
  );
});

test('returns a readable token of the requested length, different each time', () => {
  const tokens = Array.from({ length: 500 }, () => readableToken(20));
  expect(new Set(tokens).size).toBe(tokens.length);
  for (const token of tokens) expect(token).toMatch(/^[2-9A-HJ-NP-Z]{20}$/);
});
