import { expect, test } from 'vitest';
import { measurePace, patienceMs, readPace, testTimeoutMs } from './patience.ts';

test('uses pace 1 unless the environment sets it', () => {
  expect(readPace(undefined)).toBe(1);
  expect(readPace('')).toBe(1);
  expect(readPace('2.5')).toBe(2.5);
});

test.each(['0', '0.9', '-1', 'slow', 'Infinity', 'NaN'])('rejects %s as a pace', (value) => {
  expect(() => readPace(value)).toThrow('SLIPWAY_TEST_PACE must be a number of at least 1');
});

test('the limit of a wait exceeds two rounds of the slowest task, and the limit of a test exceeds several waits', () => {
  const slowestPauseMs = 60_000;
  expect(patienceMs).toBeGreaterThan(2 * slowestPauseMs);
  expect(testTimeoutMs).toBeGreaterThan(patienceMs * 3);
});

test('measures a pace between 1 and 10', () => {
  const pace = measurePace();
  expect(pace).toBeGreaterThanOrEqual(1);
  expect(pace).toBeLessThanOrEqual(10);
});
