import { expect, test } from 'vitest';
import { lastsTone, lastsWords } from './lastsWords.ts';

test.each([
  [null, '–'],
  [0.4, 'under 1 h'],
  [6.9, '6 h'],
  [47.9, '47 h'],
  [50.4, '2.1 days'],
  [1344, '56 days'],
  [9_000, 'over a year'],
])('%s hours are said as %s', (hours, words) => {
  expect(lastsWords(hours)).toBe(words);
});

test('what lasts less than half a day warns, and a halt is worse than any length', () => {
  expect([lastsTone(6, false), lastsTone(31, true), lastsTone(31, false), lastsTone(null, false)]).toEqual([
    'warn',
    'bad',
    undefined,
    undefined,
  ]);
});
