import { createHistogram } from 'node:perf_hooks';

export type Latencies = { readonly p50Ms: number; readonly p99Ms: number };

const MICROSECONDS = 1_000;
const DIGITS = 3;

/** Records latencies in microseconds with three significant digits; autocannon's own figures are whole milliseconds. */
export function createLatencyRecorder(): { add(ms: number): void; read(): Latencies } {
  const histogram = createHistogram({ figures: DIGITS });
  const quantile = (percent: number) => histogram.percentile(percent) / MICROSECONDS;
  return {
    add: (ms) => histogram.record(Math.max(1, Math.round(ms * MICROSECONDS))),
    read: () => ({ p50Ms: quantile(50), p99Ms: quantile(99) }),
  };
}
