import { expect, test } from 'vitest';
import { formatAmountWithCode, formatGroupedDecimal, isNegative, isZero } from './formatGroupedDecimal.ts';

test.each([
  ['1640.00', '1,640.00'],
  ['999', '999'],
  ['1000', '1,000'],
  ['222352.82', '222,352.82'],
  ['1234567890.123456789012345678', '1,234,567,890.123456789012345678'],
  ['-75.00', '−75.00'],
  ['+9.27', '+9.27'],
  ['0.51049277', '0.51049277'],
])('%s is shown as %s', (amount, shown) => {
  expect(formatGroupedDecimal(amount)).toBe(shown);
});

test('puts a non-breaking space before the currency code', () => {
  expect(formatAmountWithCode('1640.00', 'EUR')).toBe('1,640.00\u00a0EUR');
});

test.each(['', '1e5', '1,640.00', 'NaN', '.5'])('rejects %s', (amount) => {
  expect(() => formatGroupedDecimal(amount)).toThrow('no decimal amount');
});

test('recognizes zero with any number of decimals, and gives it no sign', () => {
  expect(isZero('0.00000000')).toBe(true);
  expect(isZero('-0.00')).toBe(true);
  expect(isZero('0.01')).toBe(false);
  expect(isNegative('-0.00')).toBe(false);
  expect(isNegative('-75.00')).toBe(true);
});
