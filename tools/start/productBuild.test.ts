import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tryLock } from '../process/exclusiveLock.ts';
import type { Child } from './childProcess.ts';
import { buildWhenStale } from './productBuild.ts';

/** A fake build that appends the part's name to the file `built`, which is outside of `dist`, since builds empty `dist`. */
const BUILD = `
  import { appendFileSync, mkdirSync } from 'node:fs';
  const part = process.argv[3] ?? 'server';
  mkdirSync(part + '/dist', { recursive: true });
  appendFileSync('built', part + ' ');
`;
const SOURCES = ['web', 'console', 'server', 'embed', 'look', 'contract', 'money', 'tools/bundle'];

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'slipway build '));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const source of SOURCES) write(`${source}/source.ts`, '');
  for (const file of ['package-lock.json', 'tsconfig.json']) write(file, '{}');
  write('package.json', '{ "type": "module" }');
  write('node_modules/vite/bin/vite.js', BUILD);
  write('tools/bundleServer.ts', BUILD);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function build(): Promise<string[]> {
  const started: string[] = [];
  await buildWhenStale({
    projectFolder: folder,
    environment: process.env,
    logFile: join(folder, 'build.log'),
    onStart: async ({ name }: Child) => void started.push(name),
  });
  return started;
}

test('builds each part once when two processes start together', async () => {
  const [one, other] = await Promise.all([build(), build()]);
  expect([...one, ...other].toSorted()).toEqual([
    'console build',
    'console/partnerPages build',
    'server build',
    'web build',
  ]);
  expect(readFileSync(join(folder, 'built'), 'utf8')).toBe('web console console/partnerPages server ');
  expect(await build()).toEqual([]);
});

test('waits for the build of another process, and stops waiting when it is aborted', async () => {
  writeFileSync(join(folder, 'server/source.ts'), 'changed');
  const lock = tryLock(join(folder, 'node_modules/.cache/slipway-build.lock'));
  const stop = new AbortController();
  const onStart = async () => expect.unreachable();
  const options = { projectFolder: folder, environment: {}, logFile: join(folder, 'build.log'), onStart };
  const waiting = buildWhenStale({ ...options, signal: stop.signal });
  stop.abort();
  await expect(waiting).rejects.toThrow('aborted');
  lock?.close();
  expect(await build()).toEqual(['server build']);
});
