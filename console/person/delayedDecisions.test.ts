import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { delayDecision, listDelayedDecisions, UNDO_WINDOW_MS, undoDecision } from './delayedDecisions.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  for (const { id } of listDelayedDecisions()) undoDecision(id);
  vi.useRealTimers();
});

const about = { id: 'names-41', title: 'Another person' };

test('nothing is sent before ten seconds are over, and then once', async () => {
  const send = vi.fn(async () => undefined);
  delayDecision(about, send);
  await vi.advanceTimersByTimeAsync(UNDO_WINDOW_MS - 1);
  expect(send).not.toHaveBeenCalled();
  expect(listDelayedDecisions()).toMatchObject([{ ...about, state: 'held' }]);
  await vi.advanceTimersByTimeAsync(UNDO_WINDOW_MS);
  expect(send).toHaveBeenCalledTimes(1);
  expect(listDelayedDecisions()).toEqual([]);
});

test('what is taken back is never sent', async () => {
  const send = vi.fn(async () => undefined);
  delayDecision(about, send);
  expect(undoDecision(about.id)).toBe(true);
  await vi.advanceTimersByTimeAsync(2 * UNDO_WINDOW_MS);
  expect(send).not.toHaveBeenCalled();
  expect(undoDecision(about.id)).toBe(false);
});

test('decided again, only the latest word is sent', async () => {
  const [first, second] = [vi.fn(async () => undefined), vi.fn(async () => undefined)];
  delayDecision(about, first);
  await vi.advanceTimersByTimeAsync(UNDO_WINDOW_MS / 2);
  delayDecision({ ...about, title: 'The same person' }, second);
  await vi.advanceTimersByTimeAsync(2 * UNDO_WINDOW_MS);
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledTimes(1);
});

test('what is being sent is not taken back, and what was refused stays to be read', async () => {
  let refuse: (error: Error) => void = () => undefined;
  delayDecision(about, () => new Promise((_, reject) => (refuse = reject)));
  await vi.advanceTimersByTimeAsync(UNDO_WINDOW_MS);
  expect(undoDecision(about.id)).toBe(false);
  refuse(new Error('it waits no longer'));
  await vi.advanceTimersByTimeAsync(0);
  expect(listDelayedDecisions()).toMatchObject([{ ...about, state: 'failed', error: 'it waits no longer' }]);
});
