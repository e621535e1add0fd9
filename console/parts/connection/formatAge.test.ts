import { expect, test } from 'vitest';
import { formatAge, isLost, isStale } from './formatAge.ts';

test.each([
  [-200, '0 s'],
  [1999, '1 s'],
  [60_000, '1 min'],
  [3 * 3_600_000 + 5, '3 h'],
])('formats %i ms as %s', (ms, expected) => {
  expect(formatAge(ms)).toBe(expected);
});

test('data is stale after ten seconds without an update and lost after thirty', () => {
  expect([isStale(0, 10_000), isStale(0, 10_001)]).toEqual([false, true]);
  expect([isLost(0, 30_000), isLost(0, 30_001)]).toEqual([false, true]);
});
