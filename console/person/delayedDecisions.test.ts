import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { delayDecision, listDelayedDecisions, UNDO_WINDOW_MS, undoDecision } from './delayedDecisions.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  for (const { id } of listDelayedDecisions()) undoDecision(id);
  vi.useRealTimers();
});

const about = { id: 'names-41', title: 'Another person' };

test('sends a decision once, after ten seconds', async () => {
  const send = vi.fn(async () => undefined);
  delayDecision(about, send);
  await vi.advanceTimersByTimeAsync(UNDO_WINDOW_MS - 1);
  expect(send).not.toHaveBeenCalled();
  expect(listDelayedDecisions()).toMatchObject([{ ...about, state: 'held' }]);
  await vi.advanceTimersByTimeAsync(UNDO_WINDOW_MS);
  expect(send).toHaveBeenCalledTimes(1);
  expect(listDelayedDecisions()).toEqual([]);
});

test('never sends a decision that is undone, and cannot undo it twice', async () => {
  const send = vi.fn(async () => undefined);
  delayDecision(about, send);
  expect(undoDecision(about.id)).toBe(true);
  await vi.advanceTimersByTimeAsync(2 * UNDO_WINDOW_MS);
  expect(send).not.toHaveBeenCalled();
  expect(undoDecision(about.id)).toBe(false);
});

test('sends only the latest of several decisions about one subject', async () => {
  const [first, second] = [vi.fn(async () => undefined), vi.fn(async () => undefined)];
  delayDecision(about, first);
  await vi.advanceTimersByTimeAsync(UNDO_WINDOW_MS / 2);
  delayDecision({ ...about, title: 'The same person' }, second);
  await vi.advanceTimersByTimeAsync(2 * UNDO_WINDOW_MS);
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledTimes(1);
});

test('cannot undo a decision that is being sent, and keeps a rejected decision together with its error', async () => {
  let refuse: (error: Error) => void = () => undefined;
  delayDecision(about, () => new Promise((_, reject) => (refuse = reject)));
  await vi.advanceTimersByTimeAsync(UNDO_WINDOW_MS);
  expect(undoDecision(about.id)).toBe(false);
  refuse(new Error('it waits no longer'));
  await vi.advanceTimersByTimeAsync(0);
  expect(listDelayedDecisions()).toMatchObject([{ ...about, state: 'failed', error: 'it waits no longer' }]);
});
