import { expect, test } from 'vitest';
import { listNativeNames } from './nativeNames.ts';

function labels(...locales: string[]): string[] {
  return listNativeNames(locales).map(({ name }) => name);
}

test('each language is called what its speakers call it', () => {
  expect(labels('en-US', 'zh-CN', 'de-DE', 'fr-FR', 'ar-AE')).toEqual([
    'English',
    '中文',
    'Deutsch',
    'Français',
    'العربية',
  ]);
});

test('the region is said only where one language comes twice', () => {
  const [portugal, brazil, english] = labels('pt-PT', 'pt-BR', 'en-US');
  expect(portugal).not.toBe(brazil);
  expect(english).toBe('English');
});

test('what no browser knows keeps its code', () => {
  expect(labels('not a locale')).toEqual(['not a locale']);
});
