import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare, formatDecimal, parseDecimal, trimZeros } from './decimal.ts';

describe('trimZeros', () => {
  test.each([
    ['1.500', 0, '1.5'],
    ['100', 0, '100'],
    ['100.00', 0, '100'],
    ['0.000', 0, '0'],
    ['230.140000', 2, '230.14'],
    ['230.100000', 2, '230.10'],
    ['230.1', 2, '230.1'],
    ['-0.50', 0, '-0.5'],
  ])('trims the zeros of %s after the first %i fractional digits: %s', (text, leastDigits, trimmed) => {
    expect(trimZeros(text, leastDigits)).toBe(trimmed);
  });

  test('keeps the value, and leaves no trailing zero beyond the kept digits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.nat(18), fc.nat(8), (coefficient, scale, leastDigits) => {
        const trimmed = trimZeros(formatDecimal({ coefficient, scale }), leastDigits);
        const value = parseDecimal(trimmed);
        expect(compare(value, { coefficient, scale })).toBe(0);
        if (value.scale > leastDigits) expect(trimmed).not.toMatch(/0$/);
      }),
    );
  });
});
