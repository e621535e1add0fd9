import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describeTest, formatCount, formatSeconds, indentReason } from './failureText.ts';
import { type Attachment, type TestResult, writeReport } from './report.ts';

/** The used parts of Playwright's own types; its package belongs to `e2e`. */
export type PlaywrightSuite = { readonly type: string; readonly title: string; readonly parent?: PlaywrightSuite };

export type PlaywrightTest = {
  readonly title: string;
  readonly parent: PlaywrightSuite;
  readonly location: { readonly file: string; readonly line: number };
  readonly expectedStatus: string;
  readonly results: readonly PlaywrightResult[];
  outcome(): 'skipped' | 'expected' | 'unexpected' | 'flaky';
};

export type PlaywrightResult = {
  readonly status: string;
  readonly startTime: Date;
  readonly duration: number;
  readonly errors: readonly PlaywrightError[];
  readonly attachments: readonly PlaywrightAttachment[];
};

type PlaywrightAttachment = {
  readonly name: string;
  readonly contentType: string;
  readonly path?: string | undefined;
  readonly body?: Uint8Array | undefined;
};

type PlaywrightError = {
  readonly message?: string;
  readonly value?: string;
  readonly snippet?: string;
  readonly location?: { readonly file: string; readonly line: number };
};

/** Longest time without output while tests run. */
const SILENCE_MS = 20_000;

/**
 * Prints each finished file and each failure immediately, and what runs if nothing else was printed for 20 seconds. Writes the
 * report that `npm test` reads.
 */
export default class PlaywrightReporter {
  private tests: readonly PlaywrightTest[] = [];
  private readonly running = new Map<PlaywrightTest, number>();
  private readonly errors: string[] = [];
  private readonly unfinished = new Map<string, Set<PlaywrightTest>>();
  private fileCount = 0;
  private printedAt = performance.now();
  private timer: NodeJS.Timeout | undefined;
  private readonly write: (line: string) => void;

  constructor({ write }: { readonly write?: (line: string) => void } = {}) {
    this.write = write ?? ((line) => process.stdout.write(`${line}\n`));
  }

  printsToStdio(): boolean {
    return true;
  }

  onBegin(_config: unknown, root: { allTests(): readonly PlaywrightTest[] }): void {
    this.tests = root.allTests();
    for (const [file, tests] of Map.groupBy(this.tests, getTestFilePath)) this.unfinished.set(file, new Set(tests));
    this.fileCount = this.unfinished.size;
    this.print(`  ${formatCount(this.tests.length, 'test')} in ${formatCount(this.fileCount, 'file')}`);
    this.timer = setInterval(() => this.printRunning(), SILENCE_MS / 4);
    this.timer.unref();
  }

  onTestBegin(test: PlaywrightTest): void {
    this.running.set(test, performance.now());
  }

  onTestEnd(test: PlaywrightTest): void {
    this.running.delete(test);
    const result = readTest(test);
    if (result.status === 'failed') {
      this.print(
        `  FAILED ${describeTest(result)} (${formatSeconds(result.seconds)})\n${indentReason(result.reason ?? '', '      ')}`,
      );
    }
    const file = getTestFilePath(test);
    const pendingTests = this.unfinished.get(file);
    pendingTests?.delete(test);
    if (pendingTests?.size !== 0) return;
    this.unfinished.delete(file);
    this.printFile(file);
  }

  onError(error: PlaywrightError): void {
    const text = describeError(error);
    this.errors.push(text);
    this.print(`  FAILED outside of a test\n${indentReason(text, '      ')}`);
  }

  onEnd(): void {
    clearInterval(this.timer);
    writeReport({ results: this.tests.map(readTest), errors: this.errors, parts: timeProjects(this.tests) });
  }

  private printFile(file: string): void {
    const results = this.tests.filter((test) => getTestFilePath(test) === file).map(readTest);
    const counts = Map.groupBy(results, ({ status }) => status);
    const seconds = results.reduce((sum, result) => sum + result.seconds, 0);
    const summary = [...counts].map(([status, own]) => `${own.length} ${status}`).join(', ');
    const done = this.fileCount - this.unfinished.size;
    this.print(`  ${done} of ${this.fileCount}: ${file}: ${summary}, ${formatSeconds(seconds)}`);
  }

  private printRunning(): void {
    const now = performance.now();
    if (now - this.printedAt < SILENCE_MS) return;
    const tests = [...this.running].map(
      ([test, begun]) => `${getTestFilePath(test)}:${test.location.line} (${formatSeconds((now - begun) / 1000)})`,
    );
    this.print(tests.length > 0 ? `  … running ${tests.join(', ')}` : '  … starting or stopping Slipway');
  }

  private print(line: string): void {
    this.printedAt = performance.now();
    this.write(line);
  }
}

export function readTest(test: PlaywrightTest): TestResult {
  const { results } = test;
  const errors = results.flatMap((result) => result.errors);
  const file = getTestFilePath(test);
  const attachments = results.flatMap((result) => result.attachments.flatMap(readAttachment));
  return {
    file,
    // A helper in another file may define the test.
    line: relativePath(test.location.file) === file ? test.location.line : undefined,
    titles: listTitles(test),
    status: readTestStatus(test),
    seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    ...(errors.length > 0 && { reason: errors.map(describeError).join('\n') }),
    ...(attachments.length > 0 && { attachments }),
  };
}

/** Returns the status as Playwright's own reporters count it: an intentionally skipped test differs from one that never began. */
function readTestStatus(test: PlaywrightTest): TestResult['status'] {
  const outcome = test.outcome();
  if (outcome === 'expected') return 'passed';
  // A test that passed only on a retry counts as failed.
  if (outcome !== 'skipped') return 'failed';
  const isInterrupted = test.results.some(({ status }) => status === 'interrupted');
  if (isInterrupted || test.results.length === 0 || test.expectedStatus !== 'skipped') return 'did not run';
  return 'skipped';
}

function readAttachment({ name, contentType, path, body }: PlaywrightAttachment): Attachment[] {
  if (path !== undefined) return [{ name, path }];
  return body && contentType === 'text/plain' ? [{ name, text: new TextDecoder().decode(body) }] : [];
}

function listEnclosingSuites({ parent }: PlaywrightTest | PlaywrightSuite): PlaywrightSuite[] {
  return parent ? [...listEnclosingSuites(parent), parent] : [];
}

function listTitles(test: PlaywrightTest): string[] {
  const groups = listEnclosingSuites(test).filter(({ type }) => type === 'describe');
  return [...groups.map(({ title }) => title).filter((title) => title !== ''), test.title];
}

/** Returns the file that Playwright loaded; its suite has the path relative to the tests' folder. */
function getTestFilePath(test: PlaywrightTest): string {
  const suite = listEnclosingSuites(test).find(({ type }) => type === 'file');
  return suite ? `e2e/${suite.title.replaceAll('\\', '/')}` : relativePath(test.location.file);
}

function relativePath(file: string): string {
  return relative(process.cwd(), file).replaceAll('\\', '/');
}

function describeError({ message, value, snippet, location }: PlaywrightError): string {
  return stripVTControlCharacters(
    [
      message ?? value ?? 'no reason given',
      ...(location ? [`at ${relativePath(location.file)}:${location.line}`] : []),
      ...(snippet ? [snippet] : []),
    ].join('\n'),
  );
}

/** Measures each project from the start of its first test to the end of its last. */
function timeProjects(tests: readonly PlaywrightTest[]): { name: string; seconds: number }[] {
  const projects = Map.groupBy(
    tests,
    (test) => listEnclosingSuites(test).find(({ type }) => type === 'project')?.title ?? '',
  );
  return [...projects].flatMap(([name, own]) => {
    const results = own.flatMap((test) => test.results);
    if (results.length === 0) return [];
    const begun = Math.min(...results.map(({ startTime }) => startTime.getTime()));
    const ended = Math.max(...results.map(({ startTime, duration }) => startTime.getTime() + duration));
    return [{ name, seconds: (ended - begun) / 1000 }];
  });
}
