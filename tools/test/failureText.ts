import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { TestResult } from './report.ts';

/** Enough to show what was expected and what was received. */
const REASON_LINES = 12;

/** `path/to/file.spec.ts:12 › group › title`. */
export function describeTest({ file, line, titles }: Pick<TestResult, 'file' | 'line' | 'titles'>): string {
  return [line === undefined ? file : `${file}:${line}`, ...titles].join(' › ');
}

/** Returns the first lines of an error without colours, each indented. */
export function indentReason(reason: string, indent: string): string {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const more = lines.length > REASON_LINES ? [`… ${lines.length - REASON_LINES} more lines`] : [];
  return [...lines.slice(0, REASON_LINES), ...more].map((line) => `${indent}${line}`).join('\n');
}

/** Returns the failed tests with their errors, their files and the commands that repeat them, then what did not run. */
export function listFailures(
  failures: readonly TestResult[],
  notes: ReadonlyMap<TestResult, string> = new Map(),
): string {
  const failed = failures.filter(({ status }) => status === 'failed');
  const missing = Map.groupBy(
    failures.filter(({ status }) => status === 'did not run'),
    ({ file }) => file,
  );
  return [
    ...failed.map((failure) => describeFailure(failure, failures, notes.get(failure))),
    ...[...missing].map(([file, tests]) => `  did not run: ${file} (${countOf(tests.length, 'test')})`),
  ].join('\n');
}

function describeFailure(failure: TestResult, others: readonly TestResult[], note: string | undefined): string {
  const { reason = '', attachments = [] } = failure;
  return [
    `  ✗ ${describeTest(failure)}`,
    ...(reason === '' ? [] : [indentReason(reason, '      ')]),
    ...attachments.map(({ name, path }) => `      ${name}: ${relative(process.cwd(), path)}`),
    ...(note === undefined ? [] : [`      ${note}`]),
    `      repeat: ${repeatCommand(failure, others)}`,
  ].join('\n');
}

/** Returns the command that runs only this test; the title is added where a loop makes several tests of one line. */
export function repeatCommand(
  test: Pick<TestResult, 'file' | 'line' | 'titles'>,
  others: readonly Pick<TestResult, 'file' | 'line' | 'titles'>[],
): string {
  return `npm test -- ${quoteForShell(exactName(test, others))}`;
}

export function exactName(
  { file, line, titles }: Pick<TestResult, 'file' | 'line' | 'titles'>,
  others: readonly Pick<TestResult, 'file' | 'line' | 'titles'>[],
): string {
  const title = titles.at(-1);
  const place = line === undefined ? file : `${file}:${line}`;
  if (title === undefined) return file;
  const isAlone = line !== undefined && others.filter((one) => one.file === file && one.line === line).length <= 1;
  return isAlone ? place : `${place} › ${title}`;
}

function quoteForShell(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `8.1 s`, `2 min 31 s`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}
