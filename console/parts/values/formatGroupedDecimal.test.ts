import { expect, test } from 'vitest';
import {
  formatAmountWithCode,
  formatGroupedDecimal,
  isNegative,
  isZero,
  shortenDecimal,
} from './formatGroupedDecimal.ts';

test.each([
  ['1640.00', '1,640.00'],
  ['999', '999'],
  ['1000', '1,000'],
  ['222352.82', '222,352.82'],
  ['1234567890.123456789012345678', '1,234,567,890.123456789012345678'],
  ['-75.00', '−75.00'],
  ['+9.27', '+9.27'],
  ['0.51049277', '0.51049277'],
  ['10000.00000000', '10,000.00'],
  ['0.01000000', '0.01'],
  ['0.01200000', '0.012'],
  ['-0.00000000', '−0.00'],
  ['1.500', '1.500'],
  ['1.5000', '1.50'],
])('%s is shown as %s', (amount, shown) => {
  expect(formatGroupedDecimal(amount)).toBe(shown);
});

test('puts a non-breaking space before the currency code', () => {
  expect(formatAmountWithCode('1640.00', 'EUR')).toBe('1,640.00\u00a0EUR');
});

test.each(['', '1e5', '1,640.00', 'NaN', '.5'])('rejects %s', (amount) => {
  expect(() => formatGroupedDecimal(amount)).toThrow('no decimal amount');
});

test('recognizes zero with any number of decimals, and does not treat zero with a minus as negative', () => {
  expect(isZero('0.00000000')).toBe(true);
  expect(isZero('-0.00')).toBe(true);
  expect(isZero('0.01')).toBe(false);
  expect(isNegative('-0.00')).toBe(false);
  expect(isNegative('-75.00')).toBe(true);
});

test.each([
  ['1999.85683837', '1999.85'],
  ['24999449.6881', '24999449.68'],
  ['12.3456789', '12.345'],
  ['1.23456789', '1.2345'],
  ['0.62554070', '0.62554'],
  ['0.000123456789', '0.00012345'],
  ['-0.999999', '-0.99999'],
  ['40.00000000', '40.00'],
  ['13.1900001', '13.19'],
  ['184.90', '184.90'],
  ['0.00', '0.00'],
  ['7', '7'],
])('%s is cut to %s', (amount, short) => {
  expect(shortenDecimal(amount)).toBe(short);
});
