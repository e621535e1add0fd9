import { expect, test } from 'vitest';
import { findDateFormat, findRegionalLocale } from './dateFormat.ts';

test.each([
  ['en-US', 'month day year', '/'],
  ['en-GB', 'day month year', '/'],
  ['de-DE', 'day month year', '.'],
  ['es-ES', 'day month year', '/'],
  ['ar-AE', 'day month year', '/'],
  ['zh-CN', 'year month day', '/'],
  ['sv-SE', 'year month day', '-'],
])('returns the order and separator when dates are written in %s', (locale, order, separator) => {
  expect(findDateFormat(locale)).toEqual({ order: order.split(' '), separator });
});

test.each([
  ['en-US', ['de-DE', 'en-GB', 'en'], 'en-GB'],
  ['en-US', ['de-DE', 'en'], 'en-US'],
  ['de-DE', ['de', 'de-CH'], 'de-CH'],
  ['zh-CN', ['not a language'], 'zh-CN'],
])('returns the variant of %s when the browser prefers %j', (locale, browserLocales, expected) => {
  expect(findRegionalLocale(locale, browserLocales)).toBe(expected);
});
