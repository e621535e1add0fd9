import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import PlaywrightReporter, { type PlaywrightResult, type PlaywrightTest, readTest } from './playwrightReporter.ts';
import { REPORT_VARIABLE, readReport } from './report.ts';

const project = { type: 'project', title: 'purchases' };
const file = { type: 'file', title: 'journeys/a.spec.ts', parent: project };
const place = join(process.cwd(), 'e2e/journeys/a.spec.ts');

function result(status: string, changes: Partial<PlaywrightResult> = {}): PlaywrightResult {
  return { status, startTime: new Date(0), duration: 2_000, errors: [], attachments: [], ...changes };
}

function testCase(
  outcome: ReturnType<PlaywrightTest['outcome']>,
  results: readonly PlaywrightResult[],
  changes: Partial<PlaywrightTest> = {},
): PlaywrightTest {
  return {
    title: 'by card',
    parent: { type: 'describe', title: 'pay', parent: file },
    location: { file: place, line: 7 },
    expectedStatus: 'passed',
    results,
    outcome: () => outcome,
    ...changes,
  };
}

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-report-'));
  vi.stubEnv(REPORT_VARIABLE, join(folder, 'report.json'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test.each([
  ['passed', testCase('expected', [result('passed')])],
  ['failed', testCase('unexpected', [result('timedOut')])],
  ['failed', testCase('flaky', [result('failed'), result('passed')])],
  ['skipped', testCase('skipped', [result('skipped')], { expectedStatus: 'skipped' })],
  ['did not run', testCase('skipped', [])],
  ['did not run', testCase('skipped', [result('skipped')])],
  ['did not run', testCase('skipped', [result('interrupted')], { expectedStatus: 'skipped' })],
])('reads the status of a test: %s', (status, one) => {
  expect(readTest(one).status).toBe(status);
});

test('reads the place, error and files of a failed test', () => {
  const error = { message: '\u001B[31mtimeout\u001B[39m', location: { file: place, line: 9 } };
  const attachments = [
    { name: 'screenshot', contentType: 'image/png', path: '/a.png' },
    { name: 'newest orders', contentType: 'text/plain', body: Buffer.from('A1 held') },
    { name: 'state', contentType: 'application/json', body: Buffer.from('{}') },
  ];
  expect(readTest(testCase('unexpected', [result('failed', { errors: [error], attachments })]))).toEqual({
    file: 'e2e/journeys/a.spec.ts',
    line: 7,
    titles: ['pay', 'by card'],
    status: 'failed',
    seconds: 2,
    reason: 'timeout\nat e2e/journeys/a.spec.ts:9',
    attachments: [
      { name: 'screenshot', path: '/a.png' },
      { name: 'newest orders', text: 'A1 held' },
    ],
  });
});

test('reads no line for a test that a helper defines', () => {
  const location = { file: join(process.cwd(), 'e2e/helper.ts'), line: 3 };
  expect(readTest(testCase('expected', [result('passed')], { location })).line).toBeUndefined();
});

test('prints a line for each finished file and each failure at once, and writes a report', () => {
  const lines: string[] = [];
  const reporter = new PlaywrightReporter({ write: (line) => lines.push(line) });
  const passed = testCase('expected', [result('passed')]);
  const failed = testCase('unexpected', [result('failed', { errors: [{ message: 'timeout' }] })]);
  const other = testCase('skipped', [], { parent: { ...file, title: 'journeys/b.spec.ts' } });
  reporter.onBegin({}, { allTests: () => [passed, failed, other] });
  for (const one of [passed, failed]) {
    reporter.onTestBegin(one);
    reporter.onTestEnd(one);
  }
  reporter.onError({ message: 'the world did not start' });
  reporter.onEnd();
  expect(lines).toEqual([
    '  3 tests in 2 files',
    '  FAILED e2e/journeys/a.spec.ts:7 › pay › by card (2.0 s)\n      timeout',
    '  1 of 2: e2e/journeys/a.spec.ts: 1 passed, 1 failed, 4.0 s',
    '  FAILED outside of a test\n      the world did not start',
  ]);
  const report = readReport(join(folder, 'report.json'));
  expect(report?.results.map(({ status }) => status)).toEqual(['passed', 'failed', 'did not run']);
  expect(report).toMatchObject({ errors: ['the world did not start'], parts: [{ name: 'purchases', seconds: 2 }] });
});
