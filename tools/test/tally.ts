import { readFileSync } from 'node:fs';

export type Tally = { readonly passed: number; readonly failed: number; readonly skipped: number };

export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/** `12 passed, 0 failed`, and how many were skipped when some were. */
export function closingLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
};

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
};

const READERS = {
  vitest(report: VitestReport): Tally {
    // A file that could not even be loaded has no failed test of its own.
    const brokenFiles = report.testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
    );
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + brokenFiles.length,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  },
  playwright({ stats, errors }: PlaywrightReport): Tally {
    // A test that passed only at the second try did fail.
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped };
  },
} as const;

/**
 * What a check comes to. The exit status has the last word: a run that failed, wrote no report or ran no test counts as a
 * failure even where the report knows of none.
 */
export function tallyOf(kind: keyof typeof READERS | undefined, reportFile: string, succeeded: boolean): Tally {
  const none = { passed: 0, failed: 0, skipped: 0 };
  if (kind === undefined) return succeeded ? { ...none, passed: 1 } : { ...none, failed: 1 };
  const tally = readReport(kind, reportFile) ?? none;
  const sound = succeeded && tally.passed > 0;
  return sound || tally.failed > 0 ? tally : { ...tally, failed: 1 };
}

function readReport(kind: keyof typeof READERS, reportFile: string): Tally | undefined {
  try {
    return READERS[kind](JSON.parse(readFileSync(reportFile, 'utf8')));
  } catch {
    return undefined;
  }
}
