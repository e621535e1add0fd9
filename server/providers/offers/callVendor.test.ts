import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createWindowBudget } from '../callBudget.ts';
import { createSimulatedClock } from '../simulatedClock.testing.ts';
import { callVendor } from './callVendor.ts';

test('fails as rate-limited without a request when a call would have to wait too long', async () => {
  const clock = createSimulatedClock();
  const budget = createWindowBudget({ calls: 4, perSeconds: 60 }, clock);
  const fetchSpy = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ price: '1' }));
  const callWithLimit = (longestWaitMs: number) =>
    callVendor(
      {
        vendor: 'A provider',
        url: new URL('https://provider.example/quote'),
        within: { budget, priority: 'start', longestWaitMs },
      },
      z.object({ price: z.string() }),
    );
  const answered = { kind: 'answered', body: { price: '1' } };
  expect(await callWithLimit(1_000)).toEqual(answered);
  expect(await callWithLimit(1_000)).toEqual(answered);
  expect(await callWithLimit(1_000)).toMatchObject({ kind: 'failed', isRateLimited: true });
  expect(fetchSpy).toHaveBeenCalledTimes(2);
  const waiting = callWithLimit(60_000);
  await clock.pass(30);
  expect(await waiting).toEqual(answered);
  fetchSpy.mockRestore();
});
