import { formatCount, formatSeconds } from './failureText.ts';
import type { TestResult } from './report.ts';

/** Prints the progress of a run. */
export type Progress = {
  begin(name: string): void;
  end(name: string, results: readonly Pick<TestResult, 'status'>[]): void;
  stop(): void;
};

const INTERVAL_MS = 10_000;
/** Maximum number of running items whose names are printed. */
const NAMES_SHOWN = 3;

/** Prints every ten seconds the number of finished items and the names of running ones, and once more when it is stopped. */
export function createProgress({
  noun,
  total,
  write,
}: {
  readonly noun: string;
  readonly total: number;
  readonly write: (line: string) => void;
}): Progress {
  const begun = performance.now();
  const running = new Set<string>();
  let done = 0;
  let passed = 0;
  let failed = 0;

  function print(): void {
    const names = [...running].slice(0, NAMES_SHOWN);
    const more = running.size > names.length ? ` and ${running.size - names.length} more` : '';
    const time = formatSeconds((performance.now() - begun) / 1000);
    write(
      `  ${time}: ${done} of ${formatCount(total, noun)}, ${formatCount(passed, 'test')} passed, ${failed} failed${names.length > 0 ? `; running ${names.join(', ')}${more}` : ''}`,
    );
  }

  const timer = setInterval(print, INTERVAL_MS);
  timer.unref();
  return {
    begin(name) {
      running.add(name);
    },
    end(name, results) {
      running.delete(name);
      done += 1;
      passed += results.filter(({ status }) => status === 'passed').length;
      failed += results.filter(({ status }) => status === 'failed' || status === 'did not run').length;
    },
    stop() {
      clearInterval(timer);
      print();
    },
  };
}
