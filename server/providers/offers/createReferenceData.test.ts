import { expect, test, vi } from 'vitest';
import type { VendorAnswer } from './callVendor.ts';
import { createReferenceData } from './createReferenceData.ts';

const answered: VendorAnswer<string> = { kind: 'answered', body: 'list' };
const limited: VendorAnswer<string> = { kind: 'failed', retryAfterMs: 30_000, isRateLimited: true, detail: '429' };
const MINUTE = 60_000;

function openCache() {
  let [now, answer] = [0, answered];
  const fetchAnswer = vi.fn(async () => answer);
  return {
    fetchAnswer,
    read: createReferenceData(fetchAnswer, () => now),
    answerWith: (next: VendorAnswer<string>) => {
      answer = next;
    },
    advance: (ms: number) => {
      now += ms;
    },
  };
}

test('makes one request for concurrent readers', async () => {
  const { fetchAnswer, read } = openCache();
  expect(await Promise.all(Array.from({ length: 20 }, () => read()))).toEqual(Array(20).fill('list'));
  expect(fetchAnswer).toHaveBeenCalledTimes(1);
});

test('serves the data it has when a refresh fails', async () => {
  const { fetchAnswer, read, answerWith, advance } = openCache();
  await read();
  answerWith({ kind: 'failed', retryAfterMs: 1, detail: 'away' });
  advance(16 * MINUTE);
  expect(await read()).toBe('list');
  expect(fetchAnswer).toHaveBeenCalledTimes(2);
});

test('requests nothing from a rate-limited provider before its retry delay is over', async () => {
  const { fetchAnswer, read, answerWith, advance } = openCache();
  answerWith(limited);
  expect(await read()).toBeUndefined();
  answerWith(answered);
  advance(29_000);
  expect(await read()).toBeUndefined();
  expect(fetchAnswer).toHaveBeenCalledTimes(1);
  advance(2_000);
  expect(await read()).toBe('list');
});

test('returns undefined once its caller aborts', async () => {
  const read = createReferenceData<string>(() => new Promise(() => undefined));
  expect(await read(AbortSignal.abort())).toBeUndefined();
});
