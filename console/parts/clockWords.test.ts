import { expect, test } from 'vitest';
import { clockTone, clockWords, shareLeft, spokenClock, steppedNow } from './clockWords.ts';

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
  [-12 * MINUTE, 'over by 12 min'],
])('%i ms are %s', (ms, words) => {
  expect(clockWords(ms)).toBe(words);
});

test('what is read aloud has its units', () => {
  expect(spokenClock(5 * HOUR + MINUTE)).toBe('5 hours 1 minute');
  expect(spokenClock(2 * HOUR)).toBe('2 hours');
  expect(spokenClock(1000)).toBe('1 second');
  expect(spokenClock(72 * HOUR)).toBe('3.0 days');
  expect(spokenClock(-HOUR)).toBe('over by 1 hour');
});

test('a clock warns past four fifths, and is bad once it is over', () => {
  expect(clockTone({ starts: 0, ends: 100, now: 80 })).toBe('calm');
  expect(clockTone({ starts: 0, ends: 100, now: 81 })).toBe('warn');
  expect(clockTone({ starts: 0, ends: 100, now: 101 })).toBe('bad');
  expect(clockTone({ ends: 100, now: 99 })).toBe('calm');
});

test('the share that is left stays within the line', () => {
  expect(shareLeft({ starts: 0, ends: 100, now: 25 })).toBe(0.75);
  expect(shareLeft({ starts: 0, ends: 100, now: 200 })).toBe(0);
  expect(shareLeft({ starts: 50, ends: 100, now: 0 })).toBe(1);
  expect(shareLeft({ ends: 100, now: 0 })).toBeUndefined();
});

test('a clock is drawn by the second at its end alone, and never says more than is left', () => {
  const end = 10 * HOUR;
  expect(steppedNow(end, end - 30_000)).toBe(end - 30_000);
  expect(steppedNow(end, end + 30_000)).toBe(end + 30_000);
  for (const left of [HOUR, HOUR - 1, 5 * MINUTE + 1234, 76_000]) {
    const drawn = end - steppedNow(end, end - left);
    expect(drawn).toBeLessThanOrEqual(left);
    expect(left - drawn).toBeLessThan(15_000);
  }
});
