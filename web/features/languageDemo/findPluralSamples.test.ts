import { expect, test } from 'vitest';
import { findPluralSamples } from './findPluralSamples.ts';

function formatSamples(locale: string): string {
  return findPluralSamples(locale)
    .map(({ form, count }) => `${form} ${count}`)
    .toSorted()
    .join(', ');
}

test.each([
  ['en-US', 'one 1, other 2'],
  ['zh-CN', 'other 1'],
  ['ar-AE', 'few 3, many 11, one 1, other 100, two 2, zero 0'],
  ['he-IL', 'one 1, other 3, two 2'],
  ['es-ES', 'many 1000000, one 1, other 2'],
  // The plural form for fractions is not used for counting.
  ['pl-PL', 'few 2, many 5, one 1'],
])('%s has the plural samples %s', (locale, expected) => {
  expect(formatSamples(locale)).toBe(expected);
});
