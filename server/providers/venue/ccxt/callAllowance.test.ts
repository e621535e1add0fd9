import { expect, test } from 'vitest';
import { waitFor } from '../../../../tools/patience/waitFor.testing.ts';
import { createCallAllowance } from './callAllowance.ts';

test('gives the burst at once and the rest one by one, in order', async () => {
  let now = 0;
  const allowance = createCallAllowance(3, 5, () => now);
  const passed: number[] = [];
  for (let index = 0; index < 5; index += 1) void allowance.take(1).then(() => passed.push(index));
  await waitFor(() => expect(passed).toEqual([0, 1, 2]));
  now += 5;
  await waitFor(() => expect(passed).toEqual([0, 1, 2, 3]));
  now += 5;
  await waitFor(() => expect(passed).toEqual([0, 1, 2, 3, 4]));
});

test('keeps no more than the burst however long nobody calls', async () => {
  let now = 0;
  const allowance = createCallAllowance(2, 5, () => now);
  now += 1_000_000;
  const passed: number[] = [];
  for (let index = 0; index < 3; index += 1) void allowance.take(1).then(() => passed.push(index));
  await waitFor(() => expect(passed).toHaveLength(2));
  now += 5;
  await waitFor(() => expect(passed).toHaveLength(3));
});

test('an order passes the questions that came before it', async () => {
  let now = 0;
  const allowance = createCallAllowance(1, 5, () => now);
  const passed: string[] = [];
  for (const name of ['first', 'second', 'third']) void allowance.take(1).then(() => passed.push(name));
  void allowance.take(1, 'order').then(() => passed.push('order'));
  await waitFor(() => expect(passed).toEqual(['first']));
  for (let index = 0; index < 3; index += 1) {
    now += 5;
    await waitFor(() => expect(passed).toHaveLength(index + 2));
  }
  expect(passed).toEqual(['first', 'order', 'second', 'third']);
});

test('questions beyond what can be asked soon are turned away, orders are not kept out by them', async () => {
  const allowance = createCallAllowance(1, 3_000, () => 0);
  const turnedAway: number[] = [];
  for (let index = 0; index < 20; index += 1) allowance.take(1).catch(() => turnedAway.push(index));
  const order = allowance.take(1, 'order');
  await waitFor(() => expect(turnedAway.length).toBeGreaterThan(0));
  expect(turnedAway).toEqual(Array.from({ length: 13 }, (_, index) => index + 7));
  await expect(Promise.race([order, Promise.resolve('waits')])).resolves.toBe('waits');
});

test('calls that cost nothing never wait for the allowance', async () => {
  const allowance = createCallAllowance(0, 1_000_000, () => 0);
  await allowance.take(0, 'order');
});
