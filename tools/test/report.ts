import { readFileSync, writeFileSync } from 'node:fs';

/** The result of one test, as the Vitest and Playwright reporters of this folder write it. */
export type TestResult = {
  /** Path of the test file from the project's root. */
  readonly file: string;
  /** Line of the test in that file; absent if a helper in another file defines the test. */
  readonly line?: number | undefined;
  /** True if other tests begin on the same line, as in a loop. */
  readonly sharesLine?: boolean;
  /** Titles of the enclosing groups, then the test's own. Empty for a file that could not be loaded. */
  readonly titles: readonly string[];
  readonly status: 'passed' | 'failed' | 'skipped' | 'did not run';
  readonly seconds: number;
  /** The error's text, without colours. */
  readonly reason?: string;
  /** Screenshots, traces and other files of the test, and texts that it attached. */
  readonly attachments?: readonly Attachment[];
};

/** A file by its absolute path, or a text. */
export type Attachment =
  | { readonly name: string; readonly path: string }
  | { readonly name: string; readonly text: string };

export type TestReport = {
  readonly results: readonly TestResult[];
  /** Errors outside of any test: a failed global setup, a worker that died. */
  readonly errors: readonly string[];
  /** Duration of each part of the run. */
  readonly parts: readonly { readonly name: string; readonly seconds: number }[];
};

/** Variable with the file to which a reporter writes its report. */
export const REPORT_VARIABLE = 'SLIPWAY_TEST_REPORT';

/** Variable with the reports of the whole run, for a check that runs after the tests. */
export const READABLE_REPORTS_VARIABLE = 'SLIPWAY_TEST_REPORTS';

/** Writes the report; does nothing if `npm test` did not start the runner. */
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

/** Returns the report; undefined if the runner ended before it wrote one. */
export function readReport(file: string): TestReport | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TestReport;
  } catch {
    return undefined;
  }
}
