import { expect, test, vi } from 'vitest';
import { createCallAllowance } from './callAllowance.ts';

test('gives the burst at once and the rest one by one, in order', async () => {
  let now = 0;
  const allowance = createCallAllowance(3, 5, () => now);
  const passed: number[] = [];
  for (let index = 0; index < 5; index += 1) void allowance.take(1).then(() => passed.push(index));
  await vi.waitFor(() => expect(passed).toEqual([0, 1, 2]));
  now += 5;
  await vi.waitFor(() => expect(passed).toEqual([0, 1, 2, 3]));
  now += 5;
  await vi.waitFor(() => expect(passed).toEqual([0, 1, 2, 3, 4]));
});

test('keeps no more than the burst however long nobody calls', async () => {
  let now = 0;
  const allowance = createCallAllowance(2, 5, () => now);
  now += 1_000_000;
  const passed: number[] = [];
  for (let index = 0; index < 3; index += 1) void allowance.take(1).then(() => passed.push(index));
  await vi.waitFor(() => expect(passed).toHaveLength(2));
  now += 5;
  await vi.waitFor(() => expect(passed).toHaveLength(3));
});
