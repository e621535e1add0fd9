import { statSync } from 'node:fs';
import { countOpenHandles, readProcessorMs, readResidentBytes } from '../bench/throughput/resources.ts';
import type { RunningProcess } from '../installation/release.testing.ts';

const MEBIBYTE = 2 ** 20;

/** Resource use of a process at one moment. */
export type Sample = {
  readonly process: string;
  readonly minute: number;
  /** After a full garbage collection. */
  readonly residentMb: number;
  readonly handles: number;
  readonly logBytes: number;
  readonly processorMs: number;
};

export function takeSample(process: string, { pid, logFile }: RunningProcess, minute: number): Sample {
  return {
    process,
    minute,
    residentMb: readResidentBytes(pid) / MEBIBYTE,
    handles: countOpenHandles(pid),
    logBytes: statSync(logFile).size,
    processorMs: readProcessorMs(pid),
  };
}

/** Change of a process's resource use from the end of its warm-up to the end of the run. */
export type Trend = {
  readonly process: string;
  readonly residentMb: readonly [first: number, last: number];
  readonly handles: readonly [first: number, last: number];
};

/** Returns for each process the means of two windows of equal length: the first after the warm-up, and the last. */
export function computeTrends(
  samples: readonly Sample[],
  { minutes, warmUpMinutes, windowMinutes }: TrendWindow,
): readonly Trend[] {
  return [...new Set(samples.map(({ process }) => process))].map((process) => {
    const computeMean = (from: number, value: (sample: Sample) => number) =>
      mean(
        samples
          .filter(
            (sample) => sample.process === process && sample.minute > from && sample.minute <= from + windowMinutes,
          )
          .map(value),
      );
    const compareWindows = (value: (sample: Sample) => number) =>
      [computeMean(warmUpMinutes, value), computeMean(minutes - windowMinutes, value)] as const;
    return {
      process,
      residentMb: compareWindows((sample) => sample.residentMb),
      handles: compareWindows((sample) => sample.handles),
    };
  });
}

export type TrendWindow = { readonly minutes: number; readonly warmUpMinutes: number; readonly windowMinutes: number };

/**
 * Returns the windows of a run: the warm-up is half an hour, or a quarter of the run if that is shorter; a window is an eighth of
 * the run, at least a minute.
 */
export function computeTrendWindow(hours: number): TrendWindow {
  const minutes = hours * 60;
  return { minutes, warmUpMinutes: Math.min(30, minutes / 4), windowMinutes: Math.max(1, minutes / 8) };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
