import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EventLoop, watchEventLoop } from './eventLoop.ts';

let watched: EventLoop;
beforeAll(() => {
  watched = watchEventLoop();
});
afterAll(() => watched.stop());

/** Nothing else is done meanwhile. */
function standStill(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('a stall is seen at once when it is over', async () => {
  // Lateness is counted from one time to the next.
  await sleep(100);
  standStill(1_500);
  await sleep(0);
  expect(watched.longestStallMs()).toBeGreaterThan(1_400);
});

test('whoever comes late all the time has more to do than it can', async () => {
  const until = performance.now() + 2_500;
  while (performance.now() < until) {
    standStill(400);
    await sleep(0);
  }
  expect(watched.meanLateMs()).toBeGreaterThan(250);
  await expect.poll(() => watched.meanLateMs(), { timeout: 10_000 }).toBeLessThan(250);
});
