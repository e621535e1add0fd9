import { expect, test } from 'vitest';
import { formatAmount, formatDigits, trimTrailingZeros } from './formatAmount.ts';

test.each([
  ['100.00', 'en-US', '100.00'],
  ['58629.66', 'en-US', '58,629.66'],
  ['58629.66', 'zh-CN', '58,629.66'],
  ['58629.66', 'de-DE', '58.629,66'],
  ['-2.75', 'en-US', '−2.75'],
  ['123456789012345678901234.123456789', 'en-US', '123,456,789,012,345,678,901,234.123456789'],
  ['8029', 'en-US', '8,029'],
])('%s in %s is %s', (digits, locale, shown) => {
  expect(formatDigits(digits, locale)).toBe(shown);
});

test('the code follows after a space that does not break', () => {
  expect(formatAmount('100.00', 'EUR', 'en-US')).toBe('100.00\u00a0EUR');
});

test.each([
  ['230.140000', '230.14'],
  ['0.00153400', '0.001534'],
  ['1.00000000', '1.00'],
  ['100.00', '100.00'],
  ['7.000', '7.000'],
])('%s is shown as %s', (digits, shown) => {
  expect(trimTrailingZeros(digits)).toBe(shown);
});
