import { expect, test } from 'vitest';
import {
  chooseCountdownTone,
  computeShareLeft,
  formatSpokenTimeLeft,
  formatTimeLeft,
  roundDisplayedNow,
} from './formatTimeLeft.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test.each([
  [0, '0 s'],
  [59_999, '59 s'],
  [42 * MINUTE + 59_000, '42 min'],
  [HOUR, '1 h 00'],
  [5 * HOUR + 12 * MINUTE, '5 h 12'],
  [7 * HOUR + 5 * MINUTE, '7 h 05'],
  [48 * HOUR - 1, '47 h 59'],
  [48 * HOUR, '2.0 days'],
  [83 * HOUR, '3.4 days'],
  [56.9 * 24 * HOUR, '56 days'],
  [-12 * MINUTE, 'overdue 12 min'],
])('formats %i ms as %s', (ms, expected) => {
  expect(formatTimeLeft(ms)).toBe(expected);
});

test('spells out units for screen readers', () => {
  expect(formatSpokenTimeLeft(5 * HOUR + MINUTE)).toBe('5 hours 1 minute');
  expect(formatSpokenTimeLeft(2 * HOUR)).toBe('2 hours');
  expect(formatSpokenTimeLeft(1000)).toBe('1 second');
  expect(formatSpokenTimeLeft(72 * HOUR)).toBe('3.0 days');
  expect(formatSpokenTimeLeft(-HOUR)).toBe('overdue 1 hour');
});

test('a countdown has the tone warn after four fifths of its time, and bad after its end', () => {
  expect(chooseCountdownTone({ starts: 0, ends: 100, now: 80 })).toBe('calm');
  expect(chooseCountdownTone({ starts: 0, ends: 100, now: 81 })).toBe('warn');
  expect(chooseCountdownTone({ starts: 0, ends: 100, now: 101 })).toBe('bad');
  expect(chooseCountdownTone({ ends: 100, now: 99 })).toBe('calm');
});

test('limits the remaining share to between 0 and 1, and returns undefined without a start', () => {
  expect(computeShareLeft({ starts: 0, ends: 100, now: 25 })).toBe(0.75);
  expect(computeShareLeft({ starts: 0, ends: 100, now: 200 })).toBe(0);
  expect(computeShareLeft({ starts: 50, ends: 100, now: 0 })).toBe(1);
  expect(computeShareLeft({ ends: 100, now: 0 })).toBeUndefined();
});

test('updates each second only near the end, and never shows more time than is left', () => {
  const end = 10 * HOUR;
  expect(roundDisplayedNow(end, end - 30_000)).toBe(end - 30_000);
  expect(roundDisplayedNow(end, end + 30_000)).toBe(end + 30_000);
  for (const left of [HOUR, HOUR - 1, 5 * MINUTE + 1234, 76_000]) {
    const drawn = end - roundDisplayedNow(end, end - left);
    expect(drawn).toBeLessThanOrEqual(left);
    expect(left - drawn).toBeLessThan(15_000);
  }
});
