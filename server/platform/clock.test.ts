import { expect, test } from 'vitest';
import { createFollowingClock, followDatabase } from './clock.ts';

test('a clock that has looked at the database once is as far ahead as that one', async () => {
  const clock = createFollowingClock();
  const ahead = 3_600_000;
  await followDatabase(clock, { now: async () => new Date(Date.now() + ahead) });
  const differenceMs = clock.now().getTime() - Date.now();
  expect(Math.abs(differenceMs - ahead)).toBeLessThan(1_000);
});

test('one that cannot be asked changes nothing', async () => {
  const clock = createFollowingClock();
  await expect(followDatabase(clock, { now: () => Promise.reject(new Error('away')) })).rejects.toThrow('away');
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(1_000);
});
