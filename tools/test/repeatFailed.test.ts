import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Check, REPORT_FOLDER, type TestFilter } from './checks.ts';
import { repeatFailed } from './repeatFailed.ts';
import { REPORT_VARIABLE, type TestResult } from './report.ts';
import type { RunContext, TaskOutcome } from './runTasks.ts';

let folder: string;
let lines: string[];
let filters: TestFilter[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-repeat-'));
  lines = [];
  filters = [];
  mkdirSync(join(folder, REPORT_FOLDER, 'logs'), { recursive: true });
  writeFileSync(join(folder, REPORT_FOLDER, 'logs', 'server.log'), 'of the run');
});
afterEach(() => rmSync(folder, { recursive: true }));

const failure = (changes: Partial<TestResult> = {}): TestResult => ({
  file: 'e2e/journeys/a.spec.ts',
  line: 7,
  titles: ['pays'],
  status: 'failed',
  seconds: 1,
  ...changes,
});

/** Returns a browser check whose repetition writes this report, its environment and its own logs. */
function createRepeatingCheck(results: readonly TestResult[]): Check {
  const report = JSON.stringify({ results, errors: [], parts: [] });
  const script = `
    import { mkdirSync, writeFileSync } from 'node:fs';
    const folder = process.argv.at(-1);
    mkdirSync(folder, { recursive: true });
    mkdirSync('${REPORT_FOLDER}/logs');
    writeFileSync('${REPORT_FOLDER}/logs/server.log', 'of the repetition');
    writeFileSync(folder + '/environment', process.env.TRACE ?? '');
    writeFileSync(process.env.${REPORT_VARIABLE}, ${JSON.stringify(report)});`;
  return {
    name: 'Journeys',
    command: [],
    report: 'playwright',
    tests: {
      pattern: '',
      commandFor(filter) {
        filters.push(filter);
        return [process.execPath, '--input-type=module', '--eval', script, '--'];
      },
    },
  };
}

function createOutcome(check: Check, failures: readonly TestResult[]): TaskOutcome {
  const tally = { passed: 1, failed: failures.length, skipped: 0, failures };
  return { task: { check, command: [] }, tally, seconds: 1, parts: [] };
}

function repeat(outcomes: readonly TaskOutcome[], changes: Partial<RunContext> = {}) {
  return repeatFailed(outcomes, {
    folder,
    environment: { ...process.env, CHROMIUM_PATH: process.execPath },
    print: (line) => lines.push(line),
    stop: new AbortController().signal,
    ...changes,
  });
}

const result = (...path: string[]) => join(folder, REPORT_FOLDER, ...path);

describe('a failed browser test', () => {
  test('is noted as depending on other tests if it passes when repeated', async () => {
    const failed = failure();
    const notes = await repeat([createOutcome(createRepeatingCheck([failure({ status: 'passed' })]), [failed])]);
    expect([...notes]).toEqual([
      [failed, 'repeated by itself it passed: it depends on other tests, on the order or on the load'],
    ]);
    expect(filters).toMatchObject([{ files: ['e2e/journeys/a.spec.ts:7'] }]);
    expect(lines[0]).toBe('\nRepeating 1 of 1 failed browser tests, each by itself and with a trace');
  });

  test('is noted with its trace if it fails again', async () => {
    const failed = failure();
    const attachments = [
      { name: 'screenshot', path: '/a.png' },
      { name: 'trace', path: '/a/trace.zip' },
    ];
    const notes = await repeat([createOutcome(createRepeatingCheck([failure({ attachments })]), [failed])]);
    expect(notes.get(failed)).toBe(
      "repeated by itself it failed again; trace: npx playwright show-trace '/a/trace.zip'",
    );
  });

  test('is noted as failed before the test if its repetition fails outside of it', async () => {
    const failed = failure();
    const notes = await repeat([
      createOutcome(createRepeatingCheck([failure({ titles: [], line: undefined })]), [failed]),
    ]);
    expect(notes.get(failed)).toBe('repeated by itself it failed again, before the test (e2e/journeys/a.spec.ts)');
  });

  test('is selected by its title when its line is not enough', async () => {
    const checks = createRepeatingCheck([failure({ status: 'passed' })]);
    await repeat([createOutcome(checks, [failure({ sharesLine: true }), failure({ line: undefined })])]);
    expect(filters).toMatchObject([
      { files: ['e2e/journeys/a.spec.ts:7'], title: 'pays', isWholeTitle: true },
      { files: ['e2e/journeys/a.spec.ts'], title: 'pays', isWholeTitle: true },
    ]);
  });

  test('is traced, and keeps the logs of the run', async () => {
    await repeat([
      createOutcome(createRepeatingCheck([failure({ status: 'passed' })]), [failure(), failure({ line: 9 })]),
    ]);
    expect(readdirSync(result('repeated')).toSorted()).toEqual(['1', '2']);
    for (const number of ['1', '2']) {
      expect(readFileSync(result('repeated', number, 'environment'), 'utf8')).toBe('1');
      expect(readFileSync(result('repeated', number, 'logs', 'server.log'), 'utf8')).toBe('of the repetition');
    }
    expect(readFileSync(result('logs', 'server.log'), 'utf8')).toBe('of the run');
    expect(existsSync(result('logs-of-the-run'))).toBe(false);
  });
});

describe('repetition', () => {
  const passes = () => createRepeatingCheck([failure({ status: 'passed' })]);

  test('covers at most five tests', async () => {
    const failures = Array.from({ length: 7 }, (_, line) => failure({ line }));
    const notes = await repeat([createOutcome(passes(), failures)]);
    expect([...notes.keys()]).toEqual(failures.slice(0, 5));
    expect(lines[0]).toContain('Repeating 5 of 7 failed browser tests');
  });

  test('excludes unit tests, tests that did not run, and files that could not be loaded', async () => {
    const unit: Check = { ...passes(), report: 'vitest' };
    const journeys = createOutcome(passes(), [failure({ status: 'did not run' }), failure({ titles: [] })]);
    expect([...(await repeat([createOutcome(unit, [failure()]), journeys]))]).toEqual([]);
    expect([filters, lines]).toEqual([[], []]);
  });

  test('is skipped when the tests were already traced', async () => {
    const environment = { ...process.env, CHROMIUM_PATH: process.execPath, TRACE: '1' };
    expect([...(await repeat([createOutcome(passes(), [failure()])], { environment }))]).toEqual([]);
    expect(filters).toEqual([]);
  });

  test('is skipped once the run is stopped', async () => {
    const stop = AbortSignal.abort('SIGTERM');
    expect([...(await repeat([createOutcome(passes(), [failure()])], { stop }))]).toEqual([]);
    expect(filters).toEqual([]);
  });
});
