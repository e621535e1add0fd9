import type { TestReport, TestResult } from './report.ts';

export type Tally = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The tests that failed or did not run. A check without tests is a failure with the check's name as its file. */
  readonly failures: readonly TestResult[];
};

const EMPTY_TALLY: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] };

export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, { passed, failed, skipped, failures }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
      failures: [...sum.failures, ...failures],
    }),
    EMPTY_TALLY,
  );
}

/** Returns `12 passed, 0 failed`, and the number of skipped tests if there are any. */
export function formatClosingLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** The result of a program. */
export type ProgramResult = {
  readonly succeeded: boolean;
  /** Its output, or the reason why it ended. */
  readonly output: string;
};

/** Counts a check without tests of its own as one test. */
export function tallyCheck(name: string, { succeeded, output }: ProgramResult): Tally {
  return succeeded ? { ...EMPTY_TALLY, passed: 1 } : tallyFailure(name, output);
}

/**
 * Counts the tests of a report; those that did not run count as failed. A run that failed, wrote no report or passed no test
 * counts as at least one failure, even if its report contains none.
 */
export function tallyReport(name: string, report: TestReport | undefined, { succeeded, output }: ProgramResult): Tally {
  if (!report) return tallyFailure(name, output || 'It ended before it wrote its report.');
  const { results, errors } = report;
  const count = (wanted: TestResult['status']) => results.filter(({ status }) => status === wanted).length;
  const failures = [
    ...results.filter(({ status }) => status === 'failed' || status === 'did not run'),
    ...errors.map((reason) => createFailure(name, reason)),
  ];
  const tally = { passed: count('passed'), failed: failures.length, skipped: count('skipped'), failures };
  if (failures.length > 0) return tally;
  if (!succeeded) return addTallies([tally, tallyFailure(name, output || 'It failed, though none of its tests did.')]);
  if (tally.passed === 0) return addTallies([tally, tallyFailure(name, 'No test ran.')]);
  return tally;
}

function tallyFailure(name: string, reason: string): Tally {
  return { ...EMPTY_TALLY, failed: 1, failures: [createFailure(name, reason)] };
}

function createFailure(name: string, reason: string): TestResult {
  return { file: name, titles: [], status: 'failed', seconds: 0, reason };
}
