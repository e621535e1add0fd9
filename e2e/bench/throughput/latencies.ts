import { createHistogram } from 'node:perf_hooks';

export type Latencies = { readonly p50Ms: number; readonly p99Ms: number };

const MICROSECONDS_PER_MS = 1_000;
const SIGNIFICANT_DIGITS = 3;

/** Records latencies in microseconds with three significant digits; autocannon's own figures are whole milliseconds. */
export function createLatencyRecorder(): { add(ms: number): void; read(): Latencies } {
  const histogram = createHistogram({ figures: SIGNIFICANT_DIGITS });
  const quantile = (percent: number) => histogram.percentile(percent) / MICROSECONDS_PER_MS;
  return {
    add: (ms) => histogram.record(Math.max(1, Math.round(ms * MICROSECONDS_PER_MS))),
    read: () => ({ p50Ms: quantile(50), p99Ms: quantile(99) }),
  };
}
