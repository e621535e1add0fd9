import { afterEach, expect, test } from 'vitest';
import { updateFrame } from '../app/frameState.ts';
import { confirmIfDataIsStale, getPendingConfirmation, subscribeToConfirmation } from './staleDataConfirmation.ts';

const recordResponse = (secondsAgo: number) => updateFrame({ updatedAt: Date.now() - secondsAgo * 1000 });
afterEach(() => updateFrame({ updatedAt: undefined }));

test.each([0, 29])('continues at once if the last response is %i seconds old', async (secondsAgo) => {
  recordResponse(secondsAgo);
  expect(await confirmIfDataIsStale()).toBe(true);
  expect(getPendingConfirmation()).toBeUndefined();
});

test('asks for confirmation, one question at a time, if the last response is more than half a minute old', async () => {
  const stop = subscribeToConfirmation(() => undefined);
  recordResponse(31);
  const first = confirmIfDataIsStale();
  getPendingConfirmation()?.answer(false);
  expect(await first).toBe(false);
  const second = confirmIfDataIsStale();
  const third = confirmIfDataIsStale();
  // A new question answers the previous one with no.
  expect(await second).toBe(false);
  getPendingConfirmation()?.answer(true);
  expect(await third).toBe(true);
  expect(getPendingConfirmation()).toBeUndefined();
  stop();
});

test('throws if no dialog can ask for confirmation, so that nothing is signed', async () => {
  recordResponse(31);
  await expect(confirmIfDataIsStale()).rejects.toThrow('Reload the console');
});
