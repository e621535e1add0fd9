import { expect, test } from 'vitest';
import { playLockedArrivals } from './lockedArrivals.testing.ts';

test('a locked session or signed link creates only an order with the terms that its partner fixed, or none', async () => {
  const { orders, refusedOpenings, refusedOrders } = await playLockedArrivals({ count: 12, seed: 40 });
  expect(Math.min(orders, refusedOpenings, refusedOrders)).toBeGreaterThan(0);
});
