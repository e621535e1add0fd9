import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { followLogs } from './followLogs.ts';
import { isServerSource } from './serverSources.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-logs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('prints whole lines with the process’s name, and nothing of an earlier run', () => {
  writeFileSync(join(folder, 'web.log'), 'from yesterday\n');
  const printed: string[] = [];
  const stop = followLogs(folder, ['web', 'server'], (line) => printed.push(line));
  writeFileSync(
    join(folder, 'server.log'),
    'plain\n{"level":50,"time":1,"msg":"broke","orderNo":"X","error":{"message":"why"}}\nhal',
  );
  stop();
  expect(printed).toEqual(['server | plain', 'server | ERROR broke  orderNo=X  why']);
  appendFileSync(join(folder, 'server.log'), 'f\n');
  stop();
  expect(printed.at(-1)).toBe('server | half');
});

test('counts code, migrations and texts as sources of the server, but no files that only tests or editors use', () => {
  expect(
    ['app/api/api.ts', 'platform/database/migrations/0001_foundation.sql', 'de-DE.json'].every(isServerSource),
  ).toBe(true);
  expect(
    ['app/api/fuzz.test.ts', 'account/testBuyer.testing.ts', 'providers/card/conformance.ts', '.api.ts.swp'].some(
      isServerSource,
    ),
  ).toBe(false);
});
