import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { addTallies, closingLine, failureLines, tallyOf } from './tally.ts';

const folder = mkdtempSync(join(tmpdir(), 'slipway-tally-'));
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: object): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const vitestReport = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0, testResults: [] };

describe('a check comes to', () => {
  test('one test without a report', () => {
    expect(tallyOf(undefined, '', true)).toEqual({ passed: 1, failed: 0, skipped: 0, failures: [] });
    expect(tallyOf(undefined, '', false)).toEqual({ passed: 0, failed: 1, skipped: 0, failures: [] });
  });

  test("the report's count", () => {
    expect(tallyOf('vitest', report(vitestReport), true)).toEqual({ passed: 3, failed: 0, skipped: 1, failures: [] });
  });

  test('a failure for each file that could not be loaded', () => {
    const broken = {
      ...vitestReport,
      testResults: [{ name: resolve('a.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] }],
    };
    expect(tallyOf('vitest', report(broken), false)).toMatchObject({
      passed: 3,
      failed: 1,
      failures: [{ file: 'a.test.ts', title: '', reason: 'no such module' }],
    });
  });

  test('a failure when a browser test passed only at the second try', () => {
    const flaky = { stats: { expected: 2, unexpected: 0, flaky: 1, skipped: 0 }, errors: [], suites: [] };
    expect(tallyOf('playwright', report(flaky), true)).toMatchObject({ passed: 2, failed: 1 });
  });

  test('the tests that failed, by name, and why', () => {
    const units = {
      ...vitestReport,
      numFailedTests: 1,
      testResults: [
        {
          name: resolve('money/round.test.ts'),
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'rounds up', failureMessages: [] },
            { status: 'failed', fullName: 'rounds down', failureMessages: ['expected 1 to be 2'] },
          ],
        },
      ],
    };
    expect(tallyOf('vitest', report(units), false).failures).toEqual([
      { file: 'money/round.test.ts', title: 'rounds down', reason: 'expected 1 to be 2' },
    ]);

    const spec = (title: string, status: string, message: string) => ({
      file: 'rest/books.spec.ts',
      title,
      tests: [{ status, results: [{ errors: message === '' ? [] : [{ message }] }] }],
    });
    const browser = {
      stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
      errors: [{ message: 'no browser' }],
      suites: [
        {
          specs: [spec('sums agree', 'expected', '')],
          suites: [{ specs: [spec('it pays', 'unexpected', 'timeout'), spec('it is late', 'flaky', 'slow')] }],
        },
      ],
    };
    expect(tallyOf('playwright', report(browser), false).failures).toEqual([
      { file: 'rest/books.spec.ts', title: 'it pays', reason: 'timeout' },
      { file: 'rest/books.spec.ts', title: 'it is late', reason: 'slow' },
      { file: 'Before or after the tests', title: '', reason: 'no browser' },
    ]);
  });

  test('a failure when the run failed, though no test did', () => {
    expect(tallyOf('vitest', report(vitestReport), false)).toMatchObject({ passed: 3, failed: 1 });
    expect(tallyOf('vitest', join(folder, 'missing.json'), true)).toMatchObject({ passed: 0, failed: 1 });
  });
});

test('the closing line', () => {
  const total = addTallies([
    { passed: 2, failed: 1, skipped: 0, failures: [] },
    { passed: 5, failed: 0, skipped: 0, failures: [] },
  ]);
  expect(closingLine(total)).toBe('7 passed, 1 failed');
  expect(closingLine({ ...total, skipped: 2 })).toBe('7 passed, 1 failed, 2 skipped');
});

test('a failure is told without colours, and not at length', () => {
  const reason = `\u001B[31mexpected 1 to be 2\u001B[39m\n${'at a line\n'.repeat(40)}`;
  const lines = failureLines({ file: 'a.test.ts', title: 'adds up', reason }).split('\n');
  expect(lines.slice(0, 3)).toEqual(['  ✗ a.test.ts › adds up', '      expected 1 to be 2', '      at a line']);
  expect(lines).toHaveLength(13);
});
