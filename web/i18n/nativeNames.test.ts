import { expect, test } from 'vitest';
import { listNativeNames } from './nativeNames.ts';

function listLabels(...locales: string[]): string[] {
  return listNativeNames(locales).map(({ name }) => name);
}

test('names each language in that language', () => {
  expect(listLabels('en-US', 'zh-CN', 'de-DE', 'fr-FR', 'ar-AE')).toEqual([
    'English',
    '中文',
    'Deutsch',
    'Français',
    'العربية',
  ]);
});

test('adds the region only if a language occurs twice', () => {
  const [portugal, brazil, english] = listLabels('pt-PT', 'pt-BR', 'en-US');
  expect(portugal).not.toBe(brazil);
  expect(english).toBe('English');
});

test('returns the code of an unknown language', () => {
  expect(listLabels('not a locale')).toEqual(['not a locale']);
});
