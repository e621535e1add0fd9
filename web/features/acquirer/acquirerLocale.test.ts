import { expect, test } from 'vitest';
import { acquirerLocale } from './acquirerLocale.ts';

test.each([
  ['en-US', 'en'],
  ['en-GB', 'en-GB'],
  ['zh-CN', 'zh'],
  ['zh-TW', 'zh-TW'],
  ['ar-AE', 'ar'],
  ['de-DE', 'de'],
  ['es-ES', 'es'],
  ['pt-BR', 'pt-BR'],
  ['fa-IR', 'auto'],
])('a page in %s shows the card fields in %s', (locale, fields) => {
  expect(acquirerLocale(locale)).toBe(fields);
});
