import { afterEach, expect, test } from 'vitest';
import { observeServerDate, observeServerTime, serverNow } from './serverClock.ts';

const noon = Date.parse('2026-01-01T12:00:00Z');
afterEach(() => observeServerTime(new Date(0).toISOString(), 0));

test('a browser whose clock is an hour behind shows the server’s time', () => {
  const here = noon - 3_600_000;
  observeServerTime('2026-01-01T12:00:00.000Z', here);
  expect(serverNow(here + 1000) - noon).toBe(1000);
  observeServerDate('Thu, 01 Jan 2026 12:00:00 GMT', here);
  expect(serverNow(here) - noon).toBe(500);
});

test('nonsense and an answer without a date teach nothing', () => {
  observeServerTime('2026-01-01T12:00:00.000Z', noon);
  observeServerTime('soon', 0);
  observeServerDate(null, 0);
  expect(serverNow(0)).toBe(0);
});
