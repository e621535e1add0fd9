import { expect, test } from 'vitest';
import { chooseReserveTone, formatReserveDuration } from './formatReserveDuration.ts';

test.each([
  [null, '–'],
  [0.4, 'under 1 h'],
  [6.9, '6 h'],
  [47.9, '47 h'],
  [50.4, '2.1 days'],
  [1344, '56 days'],
  [9_000, 'over a year'],
])('formats %s hours as %s', (hours, expected) => {
  expect(formatReserveDuration(hours)).toBe(expected);
});

test('warns below half a day, and shows a halt as bad at any duration', () => {
  expect([
    chooseReserveTone(6, false),
    chooseReserveTone(31, true),
    chooseReserveTone(31, false),
    chooseReserveTone(null, false),
  ]).toEqual(['warn', 'bad', undefined, undefined]);
});
