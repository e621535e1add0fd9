import { setImmediate as runEventLoop, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { watchEventLoop } from './eventLoop.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Blocks the event loop. */
function blockEventLoop(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('reports the delay while the event loop is blocked, and none after its next iteration', async () => {
  const { lateMs, longestStallMs, stop } = watchEventLoop();
  await sleep(50);
  blockEventLoop(700);
  expect(lateMs()).toBeGreaterThan(600);
  expect(longestStallMs()).toBeGreaterThan(600);
  await expect.poll(async () => [await runEventLoop(), lateMs()][1]).toBeLessThan(600);
  expect(longestStallMs()).toBeGreaterThan(600);
  stop();
});

test('reports the longest stall of the last ten seconds', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const { longestStallMs, stop } = watchEventLoop();
  const runRound = (ms: number) => {
    now += ms;
    vi.advanceTimersByTime(20);
  };
  runRound(20);
  expect(longestStallMs()).toBe(0);
  runRound(3_020);
  runRound(520);
  expect(longestStallMs()).toBe(3_000);
  for (let rounds = 0; rounds < 470; rounds += 1) runRound(20);
  expect(longestStallMs()).toBe(3_000);
  for (let rounds = 0; rounds < 20; rounds += 1) runRound(20);
  expect(longestStallMs()).toBe(500);
  for (let rounds = 0; rounds < 40; rounds += 1) runRound(20);
  expect(longestStallMs()).toBe(0);
  stop();
});
