import { describe, expect, test } from 'vitest';
import type { TestResult } from './report.ts';
import { addTallies, formatClosingLine, tallyCheck, tallyReport } from './tally.ts';

function result(status: TestResult['status']): TestResult {
  return { file: 'a.test.ts', line: 1, titles: ['adds'], status, seconds: 1 };
}

function report(statuses: readonly TestResult['status'][], errors: readonly string[] = []) {
  return { results: statuses.map(result), errors, parts: [] };
}

const succeeded = { succeeded: true, output: '' };
const failed = { succeeded: false, output: 'exit' };

test('counts a check without tests as one', () => {
  expect(tallyCheck('Lint', succeeded)).toEqual({ passed: 1, failed: 0, skipped: 0, failures: [] });
  expect(tallyCheck('Lint', failed)).toMatchObject({
    passed: 0,
    failed: 1,
    failures: [{ file: 'Lint', reason: 'exit' }],
  });
});

describe('a report counts', () => {
  test('its tests', () => {
    const tally = tallyReport('Units', report(['passed', 'passed', 'skipped']), succeeded);
    expect(tally).toEqual({ passed: 2, failed: 0, skipped: 1, failures: [] });
  });

  test('a test that did not run as failed', () => {
    const tally = tallyReport('Units', report(['passed', 'did not run']), failed);
    expect(tally).toMatchObject({ passed: 1, failed: 1, failures: [{ status: 'did not run' }] });
  });

  test('errors outside of tests as failed', () => {
    const tally = tallyReport('Units', report(['passed'], ['no database']), failed);
    expect(tally).toMatchObject({ passed: 1, failed: 1, failures: [{ file: 'Units', reason: 'no database' }] });
  });

  test('a failed run without a failed test as failed', () => {
    expect(tallyReport('Units', report(['passed']), failed)).toMatchObject({ passed: 1, failed: 1 });
  });

  test('a run without a report or without a test as failed', () => {
    expect(tallyReport('Units', undefined, succeeded)).toMatchObject({ passed: 0, failed: 1 });
    expect(tallyReport('Units', report([]), succeeded)).toMatchObject({ passed: 0, failed: 1 });
    expect(tallyReport('Units', report(['skipped']), succeeded)).toMatchObject({ passed: 0, failed: 1, skipped: 1 });
  });
});

test('formats the closing line', () => {
  const total = addTallies([tallyReport('Units', report(['passed', 'failed']), failed), tallyCheck('Lint', succeeded)]);
  expect(formatClosingLine(total)).toBe('2 passed, 1 failed');
  expect(formatClosingLine({ ...total, skipped: 2 })).toBe('2 passed, 1 failed, 2 skipped');
});
