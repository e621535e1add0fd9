import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Fields that are printed in another form, and fields that are useless at a terminal. */
const HIDDEN_FIELDS = new Set(['level', 'time', 'msg', 'pid', 'hostname', 'error', 'v']);
const LEVELS: Readonly<Record<number, string>> = { 40: 'WARNING ', 50: 'ERROR ', 60: 'FATAL ' };

/** Formats a log line for a terminal: JSON as its message, fields and error; anything else unchanged. */
function describeLine(line: string): string {
  const entry = readEntry(line);
  if (!entry) return line;
  const { level, msg, error } = entry;
  const fields = Object.entries(entry)
    .filter(([name]) => !HIDDEN_FIELDS.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return [`${LEVELS[Number(level)] ?? ''}${String(msg)}`, ...fields, ...describeLoggedError(error)].join('  ');
}

function readEntry(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'msg' in value ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function describeLoggedError(error: unknown): readonly string[] {
  if (typeof error !== 'object' || error === null) return [];
  const { message, stack } = error as { message?: string; stack?: string };
  return [stack ?? message ?? JSON.stringify(error)];
}

const POLL_INTERVAL_MS = 100;
const MAX_READ_BYTES = 256 * 1024;

/**
 * Prints new log lines of the parts with the part's name as prefix, until the returned function is called. The parts write to
 * files and not to pipes, so that they survive a closed terminal.
 */
export function followLogs(folder: string, parts: readonly string[], print: (line: string) => void): () => void {
  const width = Math.max(...parts.map((part) => part.length));
  const readers = parts.map((part) => ({ part, read: createReader(join(folder, `${part}.log`)) }));
  const printNewLines = () => {
    for (const { part, read } of readers) {
      for (const line of read()) print(`${part.padEnd(width)} | ${describeLine(line)}`);
    }
  };
  const timer = setInterval(printNewLines, POLL_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    printNewLines();
  };
}

/**
 * Returns a function that returns the complete lines since its last call, reading at most 256 KiB a call. A file that exists
 * already is of an earlier run, and is ignored.
 */
function createReader(file: string): () => readonly string[] {
  const earlier = statSync(file, { throwIfNoEntry: false })?.ino;
  let inode: number | undefined;
  let offset = 0;
  let incompleteLine = Buffer.alloc(0);
  return () => {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found || found.ino === earlier) return [];
    if (found.ino !== inode) {
      inode = found.ino;
      offset = 0;
      incompleteLine = Buffer.alloc(0);
    }
    const more = readFrom(file, offset, Math.min(found.size - offset, MAX_READ_BYTES));
    offset += more.length;
    const text = Buffer.concat([incompleteLine, more]);
    const end = text.lastIndexOf('\n') + 1;
    incompleteLine = text.subarray(end);
    return text
      .subarray(0, end)
      .toString('utf8')
      .split('\n')
      .filter((line) => line.trim() !== '');
  };
}

function readFrom(file: string, offset: number, length: number): Buffer {
  if (length <= 0) return Buffer.alloc(0);
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, length, offset));
  } finally {
    closeSync(descriptor);
  }
}
