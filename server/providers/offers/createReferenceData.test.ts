import { expect, test, vi } from 'vitest';
import type { VendorAnswer } from './callVendor.ts';
import { createReferenceData } from './createReferenceData.ts';

const answered: VendorAnswer<string> = { kind: 'answered', body: 'list' };
const limited: VendorAnswer<string> = { kind: 'failed', retryAfterMs: 30_000, isLimit: true, detail: '429' };
const MINUTE = 60_000;

function opened() {
  let [now, answer] = [0, answered];
  const fetchAnswer = vi.fn(async () => answer);
  return {
    ask: fetchAnswer,
    read: createReferenceData(fetchAnswer, () => now),
    says: (next: VendorAnswer<string>) => {
      answer = next;
    },
    passes: (ms: number) => {
      now += ms;
    },
  };
}

test('requests once for concurrent readers', async () => {
  const { ask, read } = opened();
  expect(await Promise.all(Array.from({ length: 20 }, () => read()))).toEqual(Array(20).fill('list'));
  expect(ask).toHaveBeenCalledTimes(1);
});

test('serves known data when a refresh fails', async () => {
  const { ask, read, says, passes } = opened();
  await read();
  says({ kind: 'failed', retryAfterMs: 1, detail: 'away' });
  passes(16 * MINUTE);
  expect(await read()).toBe('list');
  expect(ask).toHaveBeenCalledTimes(2);
});

test('does not ask a rate-limited provider again before its time', async () => {
  const { ask, read, says, passes } = opened();
  says(limited);
  expect(await read()).toBeUndefined();
  says(answered);
  passes(29_000);
  expect(await read()).toBeUndefined();
  expect(ask).toHaveBeenCalledTimes(1);
  passes(2_000);
  expect(await read()).toBe('list');
});

test('waits no longer than its caller', async () => {
  const read = createReferenceData<string>(() => new Promise(() => undefined));
  expect(await read(AbortSignal.abort())).toBeUndefined();
});
