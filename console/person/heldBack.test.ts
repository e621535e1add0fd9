import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HELD_MS, heldBack, holdBack, takeBack } from './heldBack.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  for (const { id } of heldBack()) takeBack(id);
  vi.useRealTimers();
});

const about = { id: 'names-41', title: 'Another person' };

test('nothing is sent before ten seconds are over, and then once', async () => {
  const send = vi.fn(async () => undefined);
  holdBack(about, send);
  await vi.advanceTimersByTimeAsync(HELD_MS - 1);
  expect(send).not.toHaveBeenCalled();
  expect(heldBack()).toMatchObject([{ ...about, state: 'held' }]);
  await vi.advanceTimersByTimeAsync(HELD_MS);
  expect(send).toHaveBeenCalledTimes(1);
  expect(heldBack()).toEqual([]);
});

test('what is taken back is never sent', async () => {
  const send = vi.fn(async () => undefined);
  holdBack(about, send);
  expect(takeBack(about.id)).toBe(true);
  await vi.advanceTimersByTimeAsync(2 * HELD_MS);
  expect(send).not.toHaveBeenCalled();
  expect(takeBack(about.id)).toBe(false);
});

test('decided again, only the latest word is sent', async () => {
  const [first, second] = [vi.fn(async () => undefined), vi.fn(async () => undefined)];
  holdBack(about, first);
  await vi.advanceTimersByTimeAsync(HELD_MS / 2);
  holdBack({ ...about, title: 'The same person' }, second);
  await vi.advanceTimersByTimeAsync(2 * HELD_MS);
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledTimes(1);
});

test('what is being sent is not taken back, and what was refused stays to be read', async () => {
  let refuse: (error: Error) => void = () => undefined;
  holdBack(about, () => new Promise((_, reject) => (refuse = reject)));
  await vi.advanceTimersByTimeAsync(HELD_MS);
  expect(takeBack(about.id)).toBe(false);
  refuse(new Error('it waits no longer'));
  await vi.advanceTimersByTimeAsync(0);
  expect(heldBack()).toMatchObject([{ ...about, state: 'failed', error: 'it waits no longer' }]);
});
