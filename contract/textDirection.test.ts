import { expect, test } from 'vitest';
import { textDirection } from './textDirection.ts';

test.each([
  ['en-US', 'ltr'],
  ['zh-CN', 'ltr'],
  ['de', 'ltr'],
  ['ar-AE', 'rtl'],
  ['ar', 'rtl'],
  ['he-IL', 'rtl'],
  ['fa', 'rtl'],
  ['ur-PK', 'rtl'],
  ['dv', 'rtl'],
  // The direction depends on the script, not on the language.
  ['az-Arab', 'rtl'],
  ['ur-Latn', 'ltr'],
  ['uz-AF', 'rtl'],
  ['not a tag', 'ltr'],
])('returns for %s the direction %s', (locale, direction) => {
  expect(textDirection(locale)).toBe(direction);
});
