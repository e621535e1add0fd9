import { expect, test } from 'vitest';
import { runConcurrently } from './runConcurrently.ts';

test('runs at most the given number at once, and returns results in the order of the items', async () => {
  const underWay = new Set<number>();
  const counts: number[] = [];
  const ends = new Map<number, () => void>();
  const done = runConcurrently([0, 1, 2, 3], 2, async (item) => {
    underWay.add(item);
    counts.push(underWay.size);
    await new Promise<void>((resolve) => ends.set(item, resolve));
    underWay.delete(item);
    return item * 10;
  });
  for (const item of [1, 2, 0, 3]) {
    await expect.poll(() => ends.has(item)).toBe(true);
    ends.get(item)?.();
  }
  expect(await done).toEqual([0, 10, 20, 30]);
  expect(Math.max(...counts)).toBe(2);
});
