import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OperatorError } from '../start/operatorError.ts';
import { REPORT_FOLDER } from './checks.ts';
import { lockResultsFolder } from './lockResultsFolder.ts';

let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'slipway-results-'));
});
afterEach(() => rmSync(project, { recursive: true }));

const result = (name: string) => join(project, REPORT_FOLDER, name);

test('creates the folder, records the process and removes the output of the last run', () => {
  const folders = ['journeys', 'repeated', 'logs', 'logs-of-the-run'];
  for (const folder of [...folders, 'kept']) {
    mkdirSync(result(folder), { recursive: true });
    writeFileSync(join(result(folder), 'old.txt'), 'old');
  }
  lockResultsFolder(project).close();
  expect(folders.filter((folder) => existsSync(result(folder)))).toEqual([]);
  expect(readFileSync(join(result('kept'), 'old.txt'), 'utf8')).toBe('old');
  expect(readFileSync(result('run.pid'), 'utf8')).toBe(`${process.pid}\n`);
});

test('refuses a concurrent run of the same clone without removing anything, and allows one afterwards', () => {
  const first = lockResultsFolder(project);
  mkdirSync(result('logs'));
  const second = () => lockResultsFolder(project);
  expect(second).toThrow(OperatorError);
  expect(second).toThrow(`Another npm test is running in ${project} (process ${process.pid}).`);
  expect(existsSync(result('logs'))).toBe(true);
  first.close();
  second().close();
  expect(existsSync(result('logs'))).toBe(false);
});

test('allows a concurrent run of another clone', () => {
  const other = mkdtempSync(join(tmpdir(), 'slipway-results-'));
  try {
    const first = lockResultsFolder(project);
    lockResultsFolder(other).close();
    first.close();
  } finally {
    rmSync(other, { recursive: true });
  }
});
