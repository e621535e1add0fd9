const TICK_MS = 20;
/** Shorter ones are everyday's. */
const NOTED_FROM_MS = 100;
const REMEMBERED_MS = 10_000;

/** How late this process comes to what it has to do. */
export type EventLoop = {
  /** Milliseconds for which it has been busy with one round of what had come: whatever is begun now has waited as long. */
  lateMs(): number;
  /** Milliseconds, the longest such round of the last ten seconds, the present one included. */
  longestStallMs(): number;
  stop(): void;
};

export function watchEventLoop(): EventLoop {
  let last = performance.now();
  let stalls: readonly { readonly ms: number; readonly endedAt: number }[] = [];
  const lateMs = () => Math.max(0, performance.now() - last - TICK_MS);
  // Timers run once in each round, before what has come meanwhile.
  const timer = setInterval(() => {
    const ms = lateMs();
    last = performance.now();
    if (ms >= NOTED_FROM_MS)
      stalls = [...stalls.filter(({ endedAt }) => last - endedAt < REMEMBERED_MS), { ms, endedAt: last }];
  }, TICK_MS);
  timer.unref();
  return {
    lateMs,
    longestStallMs() {
      const now = performance.now();
      const remembered = stalls.filter(({ endedAt }) => now - endedAt < REMEMBERED_MS);
      return Math.max(lateMs(), ...remembered.map(({ ms }) => ms));
    },
    stop: () => clearInterval(timer),
  };
}
