import type { BudgetClock } from './callBudget.ts';

export type SimulatedClock = BudgetClock & {
  /** Advances time: sleepers wake in order, and each finishes its work before time advances further. */
  pass(seconds: number): Promise<void>;
};

/**
 * Creates a clock that a test controls. `settled` resolves when no external work such as a request is pending; time
 * does not advance until then, however slow the machine is.
 */
export function createSimulatedClock(settled: () => Promise<void> = async () => undefined): SimulatedClock {
  let nowMs = 0;
  let sleepers: { readonly atMs: number; readonly wake: () => void }[] = [];

  async function finishWork(): Promise<void> {
    // Woken code continues in promises and external calls; three turns of the event loop are enough for it.
    for (let turns = 0; turns < 3; turns++) {
      await new Promise((resolve) => setImmediate(resolve));
      await settled();
    }
  }

  return {
    nowMs: () => nowMs,
    sleep: (ms) => new Promise<void>((wake) => sleepers.push({ atMs: nowMs + ms, wake })),
    async pass(seconds) {
      const endMs = nowMs + seconds * 1000;
      await finishWork();
      for (;;) {
        const dueMs = Math.min(...sleepers.map(({ atMs }) => atMs));
        if (dueMs > endMs) break;
        nowMs = Math.max(nowMs, dueMs);
        const due = sleepers.filter(({ atMs }) => atMs <= nowMs);
        sleepers = sleepers.filter(({ atMs }) => atMs > nowMs);
        for (const { wake } of due) wake();
        await finishWork();
      }
      nowMs = endMs;
    },
  };
}
