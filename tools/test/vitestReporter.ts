import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node';
import { describeTest, indentReason } from './failureText.ts';
import { createProgress, type Progress } from './progress.ts';
import { type TestResult, writeReport } from './report.ts';

/** With at most this many files, the tests' log output is printed, which helps to find the cause of a failure. */
const FILES_WITH_LOGS = 5;

/** Prints a line every ten seconds and each failure immediately, and writes the report that `npm test` reads. */
export default class VitestReporter implements Reporter {
  private progress: Progress | undefined;
  private showsLogs = false;
  private readonly write: (line: string) => void;

  constructor({ write }: { readonly write?: (line: string) => void } = {}) {
    this.write = write ?? ((line) => process.stdout.write(`${line}\n`));
  }

  onTestRunStart(specifications: readonly unknown[]): void {
    this.showsLogs = specifications.length <= FILES_WITH_LOGS;
    this.progress = createProgress({ noun: 'file', total: specifications.length, write: this.write });
  }

  onTestModuleStart(module: TestModule): void {
    this.progress?.begin(readModuleFile(module));
  }

  onTestModuleEnd(module: TestModule): void {
    const results = readModule(module);
    for (const result of results.filter(({ status }) => status === 'failed')) {
      this.write(`  FAILED ${describeTest(result)}\n${indentReason(result.reason ?? '', '      ')}`);
    }
    this.progress?.end(readModuleFile(module), results);
  }

  onUserConsoleLog({ content }: { readonly content: string }): void {
    if (this.showsLogs) this.write(stripVTControlCharacters(content).trimEnd());
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    this.progress?.stop();
    const errors = unhandled.map(describeError);
    for (const error of errors) this.write(`  FAILED outside of a test\n${indentReason(error, '      ')}`);
    writeReport({ results: modules.flatMap(readModule), errors, parts: timeFolders(modules) });
  }
}

/** Returns the results of a file; a failure of a group or the file itself counts as one more failed test. */
export function readModule(module: TestModule): TestResult[] {
  const groups = [module, ...module.children.allSuites()].flatMap((suite) => {
    const errors = suite.errors();
    return errors.length === 0 ? [] : [createGroupFailure(module, suite, errors)];
  });
  const tests = [...module.children.allTests()].map((test) => readTest(module, test));
  // A worker process died before it had read the file.
  const isLost = groups.length + tests.length === 0 && module.state() !== 'passed' && module.state() !== 'skipped';
  return [...groups, ...tests, ...(isLost ? [createLostModuleResult(module)] : [])];
}

function createGroupFailure(
  module: TestModule,
  suite: TestModule | TestSuite,
  errors: readonly SerializedError[],
): TestResult {
  return {
    file: readModuleFile(module),
    titles: [],
    status: 'failed',
    seconds: 0,
    reason: [
      ...(suite.type === 'module' ? [] : [`In "${listTitles(suite).join(' › ')}", outside of its tests:`]),
      ...errors.map(describeError),
    ].join('\n'),
  };
}

function createLostModuleResult(module: TestModule): TestResult {
  return { file: readModuleFile(module), titles: [], status: 'did not run', seconds: 0 };
}

function readTest(module: TestModule, test: TestCase): TestResult {
  const result = test.result();
  return {
    file: readModuleFile(module),
    line: test.location?.line,
    titles: listTitles(test),
    status: readTestStatus(test),
    seconds: (test.diagnostic()?.duration ?? 0) / 1000,
    ...(result.state === 'failed' && { reason: result.errors.map(describeError).join('\n') }),
  };
}

function readTestStatus(test: TestCase): TestResult['status'] {
  const { state } = test.result();
  if (state === 'pending') return 'did not run';
  if (state !== 'skipped') return state;
  // A hook of the group failed before the test could begin.
  return test.options.mode === 'run' && listEnclosingGroups(test).some((group) => group.errors().length > 0)
    ? 'did not run'
    : 'skipped';
}

function listEnclosingGroups({ parent }: TestCase | TestSuite): (TestSuite | TestModule)[] {
  return parent.type === 'module' ? [parent] : [...listEnclosingGroups(parent), parent];
}

function listTitles(test: TestCase | TestSuite): string[] {
  return [...listEnclosingGroups(test).flatMap((group) => (group.type === 'module' ? [] : [group.name])), test.name];
}

function describeError({ name = 'Error', message, diff, stacks = [], stack }: SerializedError): string {
  const [parsed] = stacks;
  const place = parsed
    ? `at ${relative(process.cwd(), parsed.file)}:${parsed.line}:${parsed.column}`
    : findOwnLocation(stack);
  return stripVTControlCharacters(
    [`${name}: ${message}`, ...(typeof diff === 'string' ? [diff] : []), ...(place ? [place] : [])].join('\n'),
  );
}

/** Returns the first own location of a stack, which Vitest does not parse for errors outside of tests. */
function findOwnLocation(stack: string | undefined): string | undefined {
  const line = stack?.split('\n').find((one) => /^\s*at /.test(one) && !/node_modules|node:/.test(one));
  return line?.trim().replace(`file://${process.cwd()}/`, '').replace(`${process.cwd()}/`, '');
}

function readModuleFile({ moduleId }: TestModule): string {
  return relative(process.cwd(), moduleId).replaceAll('\\', '/');
}

/** Sums the duration of the files in each top folder; concurrent files each count in full. */
function timeFolders(modules: readonly TestModule[]): { name: string; seconds: number }[] {
  const folders = Map.groupBy(modules, (module) => readModuleFile(module).split('/')[0] ?? '');
  return [...folders]
    .map(([name, own]) => ({ name, seconds: own.reduce((sum, one) => sum + sumModuleSeconds(one), 0) }))
    .toSorted((one, other) => other.seconds - one.seconds);
}

function sumModuleSeconds(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return (collectDuration + setupDuration + duration) / 1000;
}
