const TICK_MS = 20;
/** Shorter stalls are normal. */
const NOTED_FROM_MS = 100;
const REMEMBERED_MS = 10_000;

/** Measures the event loop's delay. */
export type EventLoop = {
  /** Milliseconds that the current loop iteration has run too long: work started now has waited that long. */
  lateMs(): number;
  /** The longest stall of the last ten seconds, the current one included, in milliseconds. */
  longestStallMs(): number;
  stop(): void;
};

export function watchEventLoop(): EventLoop {
  let last = performance.now();
  let stalls: readonly { readonly ms: number; readonly endedAt: number }[] = [];
  const lateMs = () => Math.max(0, performance.now() - last - TICK_MS);
  // Timers run once per iteration, before new events.
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
