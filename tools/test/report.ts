import { readFileSync, writeFileSync } from 'node:fs';

/** The result of one test, as our reporters of Vitest and Playwright write it. */
export type TestResult = {
  /** Path of the test file from the project's root. */
  readonly file: string;
  /** Line of the test in that file; absent where a helper in another file defines the test. */
  readonly line?: number | undefined;
  /** Other tests begin on the same line, as in a loop. */
  readonly sharesLine?: boolean;
  /** Titles of the groups around the test, then its own. Empty for a file that could not be loaded. */
  readonly titles: readonly string[];
  readonly status: 'passed' | 'failed' | 'skipped' | 'did not run';
  readonly seconds: number;
  /** The error's text, without colours. */
  readonly reason?: string;
  /** Screenshots, traces and other files that the test left, by absolute path. */
  readonly attachments?: readonly Attachment[];
};

export type Attachment = { readonly name: string; readonly path: string };

export type TestReport = {
  readonly results: readonly TestResult[];
  /** Errors outside of any test: a global setup that failed, a worker that died. */
  readonly errors: readonly string[];
  /** How long each part of the run took. */
  readonly parts: readonly { readonly name: string; readonly seconds: number }[];
};

/** Names the file to which a reporter writes its report. */
export const REPORT_VARIABLE = 'SLIPWAY_TEST_REPORT';

/** Does nothing where the runner was not started by `npm test`. */
export function writeReport(report: TestReport): void {
  const file = process.env[REPORT_VARIABLE];
  if (file) writeFileSync(file, JSON.stringify({ ...report, results: markSharedLines(report.results) }));
}

export function markSharedLines(results: readonly TestResult[]): TestResult[] {
  const places = Map.groupBy(results, ({ file, line }) => `${file}:${line}`);
  return results.map((result) => ({
    ...result,
    ...(result.line !== undefined &&
      (places.get(`${result.file}:${result.line}`)?.length ?? 0) > 1 && { sharesLine: true }),
  }));
}

/** Returns undefined where the runner ended before it wrote a report. */
export function readReport(file: string): TestReport | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TestReport;
  } catch {
    return undefined;
  }
}
