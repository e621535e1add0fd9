import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDecimal, trimZeros } from './decimal.ts';
import { fractionToPercent, percentToFraction } from './percent.ts';

test.each([
  ['0.035', '3.5'],
  ['0.039', '3.9'],
  ['0', '0'],
  ['0.5', '50'],
  ['0.999999999999999999', '99.9999999999999999'],
  ['0.000000000000000001', '0.0000000000000001'],
])('converts the fraction %s to %s percent and back', (fraction, percent) => {
  expect(fractionToPercent(fraction)).toBe(percent);
  expect(percentToFraction(percent)).toBe(fraction);
});

test('converts any stored fraction to percent and back unchanged', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), (coefficient) => {
      const fraction = trimZeros(formatDecimal({ coefficient, scale: 18 }));
      expect(percentToFraction(fractionToPercent(fraction))).toBe(fraction);
    }),
  );
});

test.each(['100', '100.0', '-1', '', '3,5', '3.5 %', '1e1', '0.12345678901234567', '.5', '5.'])(
  'rejects %j as a percentage',
  (text) => {
    expect(percentToFraction(text)).toBeUndefined();
  },
);
