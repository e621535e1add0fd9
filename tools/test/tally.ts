import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export type Tally = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Those that failed as far as the report names them, so that the end of a long run tells them again. */
  readonly failures: readonly Failure[];
};

export type Failure = { readonly file: string; readonly title: string; readonly reason: string };

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

/** `12 passed, 0 failed`, and how many were skipped when some were. */
export function closingLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Which test it was and the beginning of why, each line moved in. */
export function failureLines({ file, title, reason }: Failure): string {
  const lines = stripVTControlCharacters(reason).trim().split('\n').slice(0, REASON_LINES);
  return [`  ✗ ${file}${title === '' ? '' : ` › ${title}`}`, ...lines.map((line) => `      ${line}`)].join('\n');
}

/** Enough for what was expected and what came; the whole stands where the test ran. */
const REASON_LINES = 12;

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[];
  }[];
};

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: PlaywrightError[];
  suites: PlaywrightSuite[];
};

type PlaywrightError = { message?: string };

type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs: {
    file: string;
    title: string;
    tests: { status: string; results: { errors: PlaywrightError[] }[] }[];
  }[];
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
      failures: [
        ...report.testResults.flatMap(({ name, assertionResults }) =>
          assertionResults
            .filter(({ status }) => status === 'failed')
            .map(({ fullName, failureMessages }) => ({
              file: relative(process.cwd(), name),
              title: fullName,
              reason: (failureMessages ?? []).join('\n'),
            })),
        ),
        ...brokenFiles.map(({ name, message = '' }) => ({
          file: relative(process.cwd(), name),
          title: '',
          reason: message,
        })),
      ],
    };
  },
  playwright({ stats, errors, suites }: PlaywrightReport): Tally {
    return {
      passed: stats.expected,
      // A test that passed only at the second try did fail.
      failed: stats.unexpected + stats.flaky + errors.length,
      skipped: stats.skipped,
      failures: [
        ...suites.flatMap(failuresOf),
        ...errors.map((error) => ({ file: 'Before or after the tests', title: '', reason: wordsOf([error]) })),
      ],
    };
  },
} as const;

function failuresOf({ suites = [], specs }: PlaywrightSuite): Failure[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => ({ file, title, reason: wordsOf(results.flatMap(({ errors }) => errors)) })),
  );
  return [...own, ...suites.flatMap(failuresOf)];
}

function wordsOf(errors: readonly PlaywrightError[]): string {
  return errors.map(({ message = '' }) => message).join('\n');
}

/**
 * What a check comes to. The exit status has the last word: a run that failed, wrote no report or ran no test counts as a
 * failure even where the report knows of none.
 */
export function tallyOf(kind: keyof typeof READERS | undefined, reportFile: string, succeeded: boolean): Tally {
  if (kind === undefined) return succeeded ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 };
  const tally = readReport(kind, reportFile) ?? NOTHING;
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
