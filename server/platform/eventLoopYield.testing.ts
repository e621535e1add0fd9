import { monitorEventLoopDelay } from 'node:perf_hooks';

export type BlockingTime = {
  /** The most CPU time of this thread between two iterations of its event loop, in milliseconds. */
  readonly computedMs: number;
  /** The longest delay of a timer of this thread, in milliseconds, including time taken by other processes. */
  readonly waitedMs: number;
};

/**
 * Measures how long work blocks the event loop, by the thread's CPU time: on a busy machine the event loop also waits for a
 * processor.
 */
export async function measureBlocking<Result>(work: () => Promise<Result>): Promise<{ result: Result } & BlockingTime> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let before = process.threadCpuUsage();
  let computedMs = 0;
  const measure = () => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    computedMs = Math.max(computedMs, (user + system) / 1_000);
  };
  const timer = setInterval(measure, 1);
  delay.enable();
  try {
    const result = await work();
    measure();
    return { result, computedMs, waitedMs: delay.max / 1e6 };
  } finally {
    clearInterval(timer);
    delay.disable();
  }
}
