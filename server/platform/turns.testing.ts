import { monitorEventLoopDelay } from 'node:perf_hooks';

export type Held = {
  /** The most computing that this thread did between two turns of its loop, in milliseconds. */
  readonly computedMs: number;
  /** The longest that a timer of this thread waited, in milliseconds: what other processes took from it counts too. */
  readonly waitedMs: number;
};

/**
 * How long work has kept everything else in this process from its turn. By the thread's own computing: on a busy machine
 * the event loop waits for a processor though nothing in the process holds it up.
 */
export async function heldBy<Result>(work: () => Promise<Result>): Promise<{ result: Result } & Held> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let before = process.threadCpuUsage();
  let computedMs = 0;
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    computedMs = Math.max(computedMs, (user + system) / 1_000);
  };
  const timer = setInterval(look, 1);
  delay.enable();
  try {
    const result = await work();
    look();
    return { result, computedMs, waitedMs: delay.max / 1e6 };
  } finally {
    clearInterval(timer);
    delay.disable();
  }
}
