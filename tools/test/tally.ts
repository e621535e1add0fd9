import type { TestReport, TestResult } from './report.ts';

export type Tally = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The tests that failed or did not run. A check without tests is a failure with the check's name as its file. */
  readonly failures: readonly TestResult[];
};

const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] };

export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, { passed, failed, skipped, failures }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
      failures: [...sum.failures, ...failures],
    }),
    NOTHING,
  );
}

/** `12 passed, 0 failed`, and how many were skipped if any were. */
export function closingLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** How a program ended. */
export type Ending = {
  readonly succeeded: boolean;
  /** What it printed, or why it ended. */
  readonly output: string;
};

/** Counts a check without tests of its own as one test. */
export function tallyCheck(name: string, { succeeded, output }: Ending): Tally {
  return succeeded ? { ...NOTHING, passed: 1 } : tallyFailure(name, output);
}

/**
 * Counts the tests of a report; those that did not run count as failed. A run that failed, wrote no report or passed no test
 * counts as at least one failure, even if its report knows of none.
 */
export function tallyReport(name: string, report: TestReport | undefined, { succeeded, output }: Ending): Tally {
  if (!report) return tallyFailure(name, output || 'It ended before it wrote its report.');
  const { results, errors } = report;
  const count = (wanted: TestResult['status']) => results.filter(({ status }) => status === wanted).length;
  const failures = [
    ...results.filter(({ status }) => status === 'failed' || status === 'did not run'),
    ...errors.map((reason) => failureOf(name, reason)),
  ];
  const tally = { passed: count('passed'), failed: failures.length, skipped: count('skipped'), failures };
  if (failures.length > 0) return tally;
  if (!succeeded) return addTallies([tally, tallyFailure(name, output || 'It failed, though none of its tests did.')]);
  if (tally.passed === 0) return addTallies([tally, tallyFailure(name, 'No test ran.')]);
  return tally;
}

function tallyFailure(name: string, reason: string): Tally {
  return { ...NOTHING, failed: 1, failures: [failureOf(name, reason)] };
}

function failureOf(name: string, reason: string): TestResult {
  return { file: name, titles: [], status: 'failed', seconds: 0, reason };
}
