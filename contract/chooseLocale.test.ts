import { expect, test } from 'vitest';
import { chooseLocale } from './chooseLocale.ts';

const OFFERED = ['ar-AE', 'de-DE', 'en-US', 'es-ES', 'zh-CN'];

test.each([
  [['de-DE'], 'de-DE'],
  [['de-AT'], 'de-DE'],
  [['de'], 'de-DE'],
  [['DE_ch'], 'de-DE'],
  [['ar'], 'ar-AE'],
  [['ar-EG', 'en'], 'ar-AE'],
  [['zh-TW'], 'zh-CN'],
  [['zh-Hant-HK'], 'zh-CN'],
  [['zh'], 'zh-CN'],
  [['en-GB'], 'en-US'],
  [['fr'], 'en-US'],
  [['fr-FR', 'es-MX', 'de-DE'], 'es-ES'],
  [['fr', 'nl', 'zh'], 'zh-CN'],
  [[], 'en-US'],
  [['', '*', '../../evil', 'C', 'de-DE'], 'de-DE'],
])('for the preferences %j chooses %s', (wanted, shown) => {
  expect(chooseLocale(wanted, OFFERED)).toBe(shown);
});

test('prefers the exact locale, then one with the same script', () => {
  const offered = ['en-US', 'zh-CN', 'zh-TW', 'es-ES', 'es-MX'];
  expect(chooseLocale(['zh-TW'], offered)).toBe('zh-TW');
  expect(chooseLocale(['zh-HK'], offered)).toBe('zh-TW');
  expect(chooseLocale(['zh-SG'], offered)).toBe('zh-CN');
  expect(chooseLocale(['es-MX'], offered)).toBe('es-MX');
  expect(chooseLocale(['es-AR'], offered)).toBe('es-ES');
});

test('returns English when nothing is offered', () => {
  expect(chooseLocale(['de-DE'], [])).toBe('en-US');
});
