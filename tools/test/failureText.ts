import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Attachment, TestResult } from './report.ts';

/** Enough lines to show the expected and the actual value. */
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

/** Returns the failed tests with their errors, files and repeat commands, followed by what did not run. */
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
    ...failed.map((failure) => describeFailure(failure, notes.get(failure))),
    ...[...missing].map(([file, tests]) => `  did not run: ${file} (${formatCount(tests.length, 'test')})`),
  ].join('\n');
}

function describeFailure(failure: TestResult, note: string | undefined): string {
  const { reason = '', attachments = [] } = failure;
  return [
    `  ✗ ${describeTest(failure)}`,
    ...(reason === '' ? [] : [indentReason(reason, '      ')]),
    ...attachments.map(describeAttachment),
    ...(note === undefined ? [] : [`      ${note}`]),
    `      repeat: ${buildRepeatCommand(failure)}`,
  ].join('\n');
}

function describeAttachment(attachment: Attachment): string {
  if ('path' in attachment) return `      ${attachment.name}: ${relative(process.cwd(), attachment.path)}`;
  return `      ${attachment.name}:\n${indentReason(attachment.text, '        ')}`;
}

/** Returns the command that runs only this test. */
export function buildRepeatCommand(test: TestResult): string {
  return `npm test -- ${quoteForShell(buildExactName(test))}`;
}

/** Returns the name by which `npm test` finds only this test; it contains the title if a line does not identify the test. */
export function buildExactName({ file, line, titles, sharesLine = false }: TestResult): string {
  const title = titles.at(-1);
  if (title === undefined) return file;
  if (line === undefined) return `${file} › ${title}`;
  return sharesLine ? `${file}:${line} › ${title}` : `${file}:${line}`;
}

function quoteForShell(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `8.1 s`, `2 min 31 s`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}
