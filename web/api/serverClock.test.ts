import { afterEach, expect, test } from 'vitest';
import { computeSecondsUntil, getServerTime, observeServerDate } from './serverClock.ts';

const serverTime = Date.parse('2026-01-01T12:00:00Z');
afterEach(() => observeServerDate(new Date(0).toUTCString(), 500));

test('counts down by the server’s time when the browser’s clock is an hour behind', () => {
  const localTime = serverTime - 3_600_000;
  observeServerDate('Thu, 01 Jan 2026 12:00:00 GMT', localTime);
  expect(getServerTime(localTime + 1000) - serverTime).toBe(1500);
  expect(computeSecondsUntil(serverTime / 1000 + 60, localTime)).toBe(60);
  expect(computeSecondsUntil(serverTime / 1000 + 60, localTime + 59_600)).toBe(0);
});

test('ignores a missing or invalid Date header', () => {
  observeServerDate('Thu, 01 Jan 2026 12:00:00 GMT', serverTime);
  const before = getServerTime(0);
  observeServerDate(null, 0);
  observeServerDate('soon', 0);
  expect(getServerTime(0)).toBe(before);
});
