import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildRepeatCommand, formatSeconds, listFailures } from './failureText.ts';
import { markSharedLines, type TestResult } from './report.ts';

function failure(changes: Partial<TestResult> = {}): TestResult {
  return { file: 'e2e/a.spec.ts', line: 12, titles: ['pay', 'by card'], status: 'failed', seconds: 1, ...changes };
}

test('shows a failure’s place, cause, files and repeat command', () => {
  const reason = `\u001B[31mexpected 1 to be 2\u001B[39m\n\n${'at a line\n'.repeat(40)}`;
  const attachments = [
    { name: 'screenshot', path: join(process.cwd(), 'test-results/journeys/a.png') },
    { name: 'newest orders', text: 'A1 held\nA2 delivered' },
  ];
  const one = failure({ reason, attachments });
  const lines = listFailures([one], new Map([[one, 'it failed again']])).split('\n');
  expect(lines.slice(0, 3)).toEqual([
    '  ✗ e2e/a.spec.ts:12 › pay › by card',
    '      expected 1 to be 2',
    '      at a line',
  ]);
  expect(lines.slice(-7)).toEqual([
    '      … 29 more lines',
    '      screenshot: test-results/journeys/a.png',
    '      newest orders:',
    '        A1 held',
    '        A2 delivered',
    '      it failed again',
    '      repeat: npm test -- e2e/a.spec.ts:12',
  ]);
});

test('lists tests that did not run by file', () => {
  const missing = failure({ status: 'did not run' });
  expect(listFailures([missing, missing, failure({ file: 'e2e/b.spec.ts', status: 'did not run' })])).toBe(
    '  did not run: e2e/a.spec.ts (2 tests)\n  did not run: e2e/b.spec.ts (1 test)',
  );
});

describe('the command that repeats a test', () => {
  test('adds the title when several tests share a line', () => {
    const [, other] = markSharedLines([failure(), failure({ titles: ["it's late"] }), failure({ line: 13 })]);
    expect(other && buildRepeatCommand(other)).toBe(String.raw`npm test -- 'e2e/a.spec.ts:12 › it'\''s late'`);
  });

  test('names the test by its title when another file defines it', () => {
    expect(buildRepeatCommand(failure({ line: undefined }))).toBe("npm test -- 'e2e/a.spec.ts › by card'");
  });

  test('names the whole file or check if the failure belongs to no test', () => {
    expect(buildRepeatCommand(failure({ titles: [], line: undefined }))).toBe('npm test -- e2e/a.spec.ts');
    expect(buildRepeatCommand(failure({ file: 'Types: web app', titles: [], line: undefined }))).toBe(
      "npm test -- 'Types: web app'",
    );
  });
});

test('formats seconds', () => {
  expect([8.06, 59.94, 59.96, 151.4].map(formatSeconds)).toEqual(['8.1 s', '59.9 s', '1 min 00 s', '2 min 31 s']);
});
