import { afterEach, expect, test } from 'vitest';
import { getServerTime, observeServerDate, observeServerTime } from './serverClock.ts';

const noon = Date.parse('2026-01-01T12:00:00Z');
afterEach(() => observeServerTime(new Date(0).toISOString(), 0));

test('returns the server’s time when the browser’s clock is an hour behind, and adds half a second to a Date header', () => {
  const here = noon - 3_600_000;
  observeServerTime('2026-01-01T12:00:00.000Z', here);
  expect(getServerTime(here + 1000) - noon).toBe(1000);
  observeServerDate('Thu, 01 Jan 2026 12:00:00 GMT', here);
  expect(getServerTime(here) - noon).toBe(500);
});

test('ignores an invalid time and a missing Date header', () => {
  observeServerTime('2026-01-01T12:00:00.000Z', noon);
  observeServerTime('soon', 0);
  observeServerDate(null, 0);
  expect(getServerTime(0)).toBe(0);
});
