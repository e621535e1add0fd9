import { expect, test } from 'vitest';
import { type Clock, createFollowingClock, followDatabase } from './clock.ts';

test('follows the database’s time after one query', async () => {
  const startedAt = Date.now();
  const clock = createFollowingClock();
  const ahead = 3_600_000;
  await followDatabase(clock, { now: async () => new Date(Date.now() + ahead) });
  expectAhead(clock, ahead, startedAt);
});

test('stays unchanged when the database cannot be queried', async () => {
  const startedAt = Date.now();
  const clock = createFollowingClock();
  await expect(followDatabase(clock, { now: () => Promise.reject(new Error('away')) })).rejects.toThrow('away');
  expectAhead(clock, 0, startedAt);
});

/** Checks that the clock differs by no more than the time that the test has taken so far. */
function expectAhead(clock: Clock, aheadMs: number, startedAt: number): void {
  const now = clock.now().getTime() - aheadMs;
  const end = Date.now();
  expect(now).toBeGreaterThanOrEqual(startedAt);
  expect(now - end).toBeLessThanOrEqual(end - startedAt);
}
