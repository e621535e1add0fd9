import { describe, expect, test } from 'vitest';
import { formatAmount, formatDigits, formatDollars, formatPercent, trimTrailingZeros } from './formatAmount.ts';

test.each([
  ['100.00', 'en-US', '100.00'],
  ['58629.66', 'en-US', '58,629.66'],
  ['58629.66', 'zh-CN', '58,629.66'],
  ['58629.66', 'de-DE', '58.629,66'],
  ['-2.75', 'en-US', '−2.75'],
  ['123456789012345678901234.123456789', 'en-US', '123,456,789,012,345,678,901,234.123456789'],
  ['8029', 'en-US', '8,029'],
])('formats %s in %s as %s', (digits, locale, shown) => {
  expect(formatDigits(digits, locale)).toBe(shown);
});

test('keeps every digit of an amount, and only the significant ones of a limit or a rate', () => {
  expect(formatAmount('0.00158730', 'BTC', 'en-US')).toBe('0.00158730\u00a0BTC');
  expect(formatDigits('0.00158730', 'en-US')).toBe('0.0015873');
});

test('puts a non-breaking space before the code', () => {
  expect(formatAmount('100.00', 'EUR', 'en-US')).toBe('100.00\u00a0EUR');
});

test.each([
  ['230.140000', '230.14'],
  ['0.00153400', '0.001534'],
  ['1.00000000', '1.00'],
  ['100.00', '100.00'],
  ['7.000', '7.000'],
])('trims %s to %s', (digits, shown) => {
  expect(trimTrailingZeros(digits)).toBe(shown);
});

describe('in a right-to-left language', () => {
  test('isolates an amount, with the figure first and its sign in front', () => {
    expect(formatAmount('-58629.66', 'EUR', 'ar-AE')).toBe('\u2067\u2066−58,629.66\u2069\u00a0EUR\u2069');
    expect(formatDigits('1.00000000', 'he-IL')).toBe('\u20661.00\u2069');
  });

  test.each(['ar-AE', 'ar-EG', 'fa-IR', 'ur-PK'])('uses Latin digits in %s', (locale) => {
    expect(formatDigits('1234.5', locale)).toMatch(/^\u20661\D?234\D5\u2069$/);
  });
});

test.each([
  ['+0.62', 'en-US', '+0.62%'],
  ['-0.62', 'en-US', '−0.62%'],
  ['+0.62', 'de-DE', '+0,62\u00a0%'],
  ['+0.62', 'zh-CN', '+0.62%'],
])('formats %s percent in %s as %s', (digits, locale, shown) => {
  expect(formatPercent(digits, locale)).toBe(shown);
});

test('keeps the order of a currency sign of several characters', () => {
  expect(formatDollars('1284500', 'ar-AE')).toContain('\u2066US$\u2069');
});

test.each([
  ['1284500321', 'en-US', '$1,284,500,321'],
  ['1284500321', 'zh-CN', '$1,284,500,321'],
  ['1284500321', 'de-DE', '1.284.500.321\u00a0$'],
])('formats %s dollars in %s as %s', (digits, locale, shown) => {
  expect(formatDollars(digits, locale)).toBe(shown);
});
