import { expect, test } from 'vitest';
import { playLockedArrivals } from './lockedArrivals.testing.ts';

test('a locked session ends only in the order that its partner has fixed, or in none', async () => {
  const { orders, refusedOpenings, refusedOrders } = await playLockedArrivals({ count: 12, seed: 40 });
  expect(Math.min(orders, refusedOpenings, refusedOrders)).toBeGreaterThan(0);
});
