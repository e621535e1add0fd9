import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;
const WINDOW_MS = 1_000;
/** How long a stall is remembered, in windows. */
const WINDOWS = 10;
const NANOSECONDS = 1e6;

/** How late this process comes to what it has to do. */
export type EventLoop = {
  /** Milliseconds, on the average of the last second: above zero for long is more work than a processor can do. */
  meanLateMs(): number;
  /** Milliseconds, the longest in the last ten seconds: for so long nothing was done at all. */
  longestStallMs(): number;
  stop(): void;
};

export function watchEventLoop(): EventLoop {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let mean = 0;
  let longest: readonly number[] = [];
  const lateOf = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS);
  const timer = setInterval(() => {
    // A window in which no sample was due says nothing.
    if (histogram.count === 0) return;
    mean = lateOf(histogram.mean);
    longest = [lateOf(histogram.max), ...longest].slice(0, WINDOWS);
    histogram.reset();
  }, WINDOW_MS);
  timer.unref();
  return {
    meanLateMs: () => mean,
    longestStallMs: () => Math.max(0, ...longest),
    stop() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
