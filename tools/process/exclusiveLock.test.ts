import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { tryLock } from './exclusiveLock.ts';

const folder = mkdtempSync(join(tmpdir(), 'slipway lock '));
afterAll(() => rmSync(folder, { recursive: true }));

const MODULE = fileURLToPath(new URL('exclusiveLock.ts', import.meta.url));

function lockInAnotherProcess(file: string): string {
  const script = `import { tryLock } from ${JSON.stringify(MODULE)}; console.log(tryLock(process.argv[1]) ? 'taken' : 'held')`;
  const flags = ['--input-type=module', '--eval', script, file];
  return execFileSync(process.execPath, flags, { encoding: 'utf8' }).trim();
}

test('a lock is held by one process at a time and released when it is closed or its process ends', () => {
  const file = join(folder, 'a.lock');
  expect(lockInAnotherProcess(file)).toBe('taken');
  const lock = tryLock(file);
  expect(lockInAnotherProcess(file)).toBe('held');
  lock?.close();
  expect(lockInAnotherProcess(file)).toBe('taken');
});
