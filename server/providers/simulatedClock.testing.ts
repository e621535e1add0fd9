import type { BudgetClock } from './callBudget.ts';

export type SimulatedClock = BudgetClock & {
  /** Lets time pass: sleepers wake in order, and each finishes its work before time goes on. */
  pass(seconds: number): Promise<void>;
};

/**
 * A clock that a test moves. `settled`: resolves when nothing is under way outside, such as requests; time stands still until
 * then, however slow the machine is.
 */
export function createSimulatedClock(settled: () => Promise<void> = async () => undefined): SimulatedClock {
  let nowMs = 0;
  let sleepers: { readonly atMs: number; readonly wake: () => void }[] = [];

  async function rest(): Promise<void> {
    // What was woken goes on in promises alone, or asks outside.
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
      await rest();
      for (;;) {
        const dueMs = Math.min(...sleepers.map(({ atMs }) => atMs));
        if (dueMs > endMs) break;
        nowMs = Math.max(nowMs, dueMs);
        const due = sleepers.filter(({ atMs }) => atMs <= nowMs);
        sleepers = sleepers.filter(({ atMs }) => atMs > nowMs);
        for (const { wake } of due) wake();
        await rest();
      }
      nowMs = endMs;
    },
  };
}
