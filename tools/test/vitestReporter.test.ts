import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TestModule } from 'vitest/node';
import { REPORT_VARIABLE, readReport } from './report.ts';
import VitestReporter, { readModule } from './vitestReporter.ts';

type State = 'passed' | 'failed' | 'skipped' | 'pending';

/** The parts of Vitest's objects that the reporter reads. */
type Group = { type: string; name: string; parent?: Group; errors: () => object[] };
type Case = { name: string; state: State; parent?: Group; errors?: object[]; mode?: string; line?: number };

const PLACE = join(process.cwd(), 'money/rates.test.ts');
const FAULT = {
  name: 'AssertionError',
  message: '\u001B[31mexpected 1 to be 2\u001B[39m',
  diff: '- 2\n+ 1',
  stacks: [{ file: PLACE, line: 9, column: 3 }],
};

const group = (name: string, parent: Group, errors: object[] = []): Group => ({
  type: 'suite',
  name,
  parent,
  errors: () => errors,
});

function createModule(
  cases: (file: Group) => readonly Case[],
  {
    file = 'money/rates.test.ts',
    errors = [],
    suites = () => [],
    state = 'passed',
  }: {
    readonly file?: string;
    readonly errors?: object[];
    readonly suites?: (own: Group) => Group[];
    readonly state?: string;
  } = {},
): TestModule {
  const own: Group = { type: 'module', name: file, errors: () => errors };
  const tests = cases(own).map(
    ({ name, state: outcome, parent = own, errors: faults = [], mode = 'run', line = 7 }) => ({
      type: 'test',
      name,
      parent,
      location: { line, column: 1 },
      options: { mode },
      result: () => ({ state: outcome, errors: faults }),
      diagnostic: () => (outcome === 'pending' ? undefined : { duration: 1_500 }),
    }),
  );
  return {
    ...own,
    moduleId: join(process.cwd(), file),
    state: () => state,
    children: { allTests: () => tests.values(), allSuites: () => suites(own).values() },
    diagnostic: () => ({ collectDuration: 500, setupDuration: 250, duration: 3_000 }),
  } as unknown as TestModule;
}

describe('a file’s results', () => {
  test('have the place, titles, state and seconds of each test', () => {
    const inGroup = (own: Group) => group('of a day', group('rates', own));
    const module = createModule((own) => [
      { name: 'adds', state: 'passed', parent: inGroup(own) },
      { name: 'left out', state: 'skipped', mode: 'skip' },
      { name: 'not reached', state: 'pending' },
    ]);
    const shared = { file: 'money/rates.test.ts', line: 7 };
    expect(readModule(module)).toEqual([
      { ...shared, titles: ['rates', 'of a day', 'adds'], status: 'passed', seconds: 1.5 },
      { ...shared, titles: ['left out'], status: 'skipped', seconds: 1.5 },
      { ...shared, titles: ['not reached'], status: 'did not run', seconds: 0 },
    ]);
  });

  test('have the error of a failed test with its difference and place, without colours', () => {
    const [failed] = readModule(createModule(() => [{ name: 'adds', state: 'failed', errors: [FAULT] }]));
    expect(failed).toMatchObject({
      status: 'failed',
      reason: 'AssertionError: expected 1 to be 2\n- 2\n+ 1\nat money/rates.test.ts:9:3',
    });
  });

  test('count a group whose hook failed, and its tests as not run', () => {
    const failing = (own: Group) => group('rates', own, [{ message: 'no database' }]);
    const module = createModule((own) => [{ name: 'adds', state: 'skipped', parent: failing(own) }], {
      suites: (own) => [failing(own), group('quotes', own)],
    });
    expect(readModule(module)).toMatchObject([
      { titles: [], status: 'failed', reason: 'In "rates", outside of its tests:\nError: no database' },
      { titles: ['rates', 'adds'], status: 'did not run' },
    ]);
  });

  test('count a skipped test as skipped even if a hook failed', () => {
    const failing = (own: Group) => group('rates', own, [{ message: 'no database' }]);
    const module = createModule((own) => [{ name: 'adds', state: 'skipped', mode: 'skip', parent: failing(own) }]);
    expect(readModule(module)).toMatchObject([{ status: 'skipped' }]);
  });

  test('count a file that could not be loaded as failed', () => {
    const stack = `Error: no such file\n    at load (node:internal/modules:1:1)\n    at file://${PLACE}:3:1`;
    const errors = [{ name: 'Error', message: 'no such file', stack }];
    expect(readModule(createModule(() => [], { errors, state: 'failed' }))).toEqual([
      {
        file: 'money/rates.test.ts',
        titles: [],
        status: 'failed',
        seconds: 0,
        reason: 'Error: no such file\nat money/rates.test.ts:3:1',
      },
    ]);
  });

  test.each([
    ['pending', ['did not run']],
    ['failed', ['did not run']],
    ['skipped', []],
    ['passed', []],
  ])('report a file without tests and errors as not run only if it is pending or failed: %s', (state, statuses) => {
    expect(readModule(createModule(() => [], { state })).map(({ status }) => status)).toEqual(statuses);
  });
});

describe('a test run', () => {
  let folder: string;
  let lines: string[];
  let reporter: VitestReporter;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'slipway-report-'));
    vi.stubEnv(REPORT_VARIABLE, join(folder, 'report.json'));
    lines = [];
    reporter = new VitestReporter({ write: (line) => lines.push(line) });
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  test('prints each failure at once and their number, and writes a report', () => {
    const modules = [
      createModule(() => [
        { name: 'adds', state: 'passed' },
        { name: 'divides', state: 'failed', errors: [FAULT] },
      ]),
      createModule(() => [{ name: 'opens', state: 'passed' }], { file: 'server/main.test.ts' }),
    ];
    reporter.onTestRunStart(modules);
    for (const module of modules) {
      reporter.onTestModuleStart(module);
      reporter.onTestModuleEnd(module);
    }
    reporter.onTestRunEnd(modules, [{ name: 'Error', message: 'lost' }]);
    expect(lines.map((line) => line.replace(/\d+\.\d s/, 'N s'))).toEqual([
      '  FAILED money/rates.test.ts:7 › divides\n      AssertionError: expected 1 to be 2\n      - 2\n      + 1\n      at money/rates.test.ts:9:3',
      '  N s: 2 of 2 files, 2 tests passed, 1 failed',
      '  FAILED outside of a test\n      Error: lost',
    ]);
    const report = readReport(join(folder, 'report.json'));
    expect(report?.results.map(({ titles, status, sharesLine }) => [titles.at(-1), status, sharesLine])).toEqual([
      ['adds', 'passed', true],
      ['divides', 'failed', true],
      ['opens', 'passed', undefined],
    ]);
    expect(report?.errors).toEqual(['Error: lost']);
    expect(report?.parts).toEqual([
      { name: 'money', seconds: 3.75 },
      { name: 'server', seconds: 3.75 },
    ]);
  });

  test('adds up the files of a folder, the longest first', () => {
    const modules = ['money/a.test.ts', 'server/a.test.ts', 'server/b.test.ts'].map((file) =>
      createModule(() => [], { file }),
    );
    reporter.onTestRunEnd(modules, []);
    expect(readReport(join(folder, 'report.json'))?.parts).toEqual([
      { name: 'server', seconds: 7.5 },
      { name: 'money', seconds: 3.75 },
    ]);
  });

  test.each([
    [5, ['opened']],
    [6, []],
  ])('shows the logs of the tests if it has at most five files: %i', (count, shown) => {
    reporter.onTestRunStart(Array.from({ length: count }));
    reporter.onUserConsoleLog({ content: '\u001B[2mopened\u001B[22m\n' });
    expect(lines).toEqual(shown);
    reporter.onTestRunEnd([], []);
  });
});
