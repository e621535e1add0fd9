import { setTimeout as sleep } from 'node:timers/promises';

/**
 * An exchange's allowance of calls: a burst, refilled one by one. ccxt's own limiters either keep no burst or let it run
 * dry and then stand still for the whole window. Waiting callers go in the order in which they came.
 */
export function createCallAllowance(
  burst: number,
  refillEveryMs: number,
  nowMs: () => number = performance.now.bind(performance),
) {
  let left = burst;
  let countedAt = nowMs();
  let queue: Promise<void> = Promise.resolve();

  function refill(): void {
    const now = nowMs();
    left = Math.min(burst, left + (now - countedAt) / refillEveryMs);
    countedAt = now;
  }

  async function wait(cost: number): Promise<void> {
    refill();
    while (left < cost) {
      await sleep(Math.ceil((cost - left) * refillEveryMs));
      refill();
    }
    left -= cost;
  }

  return {
    /** Resolves when so many calls may be made. */
    take(cost: number): Promise<void> {
      queue = queue.then(() => wait(cost));
      return queue;
    },
  };
}
