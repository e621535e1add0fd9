import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { addTallies, closingLine, tallyOf } from './tally.ts';

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
    expect(tallyOf(undefined, '', true)).toEqual({ passed: 1, failed: 0, skipped: 0 });
    expect(tallyOf(undefined, '', false)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  test("the report's count", () => {
    expect(tallyOf('vitest', report(vitestReport), true)).toEqual({ passed: 3, failed: 0, skipped: 1 });
  });

  test('a failure for each file that could not be loaded', () => {
    const broken = { ...vitestReport, testResults: [{ status: 'failed', assertionResults: [] }] };
    expect(tallyOf('vitest', report(broken), false)).toMatchObject({ passed: 3, failed: 1 });
  });

  test('a failure when a browser test passed only at the second try', () => {
    const flaky = { stats: { expected: 2, unexpected: 0, flaky: 1, skipped: 0 }, errors: [] };
    expect(tallyOf('playwright', report(flaky), true)).toMatchObject({ passed: 2, failed: 1 });
  });

  test('a failure when the run failed, though no test did', () => {
    expect(tallyOf('vitest', report(vitestReport), false)).toMatchObject({ passed: 3, failed: 1 });
    expect(tallyOf('vitest', join(folder, 'missing.json'), true)).toMatchObject({ passed: 0, failed: 1 });
  });
});

test('the closing line', () => {
  const total = addTallies([
    { passed: 2, failed: 1, skipped: 0 },
    { passed: 5, failed: 0, skipped: 0 },
  ]);
  expect(closingLine(total)).toBe('7 passed, 1 failed');
  expect(closingLine({ ...total, skipped: 2 })).toBe('7 passed, 1 failed, 2 skipped');
});
