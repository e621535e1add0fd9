import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Stop } from './judgeStop.ts';
import { findStopReasonText, listStopReasons } from './stopReasons.ts';

const path = join(await mkdtemp(join(tmpdir(), 'slipway-stopped-')), 'stopped');
const hash = 'ab'.repeat(32);
const stop: Stop = { hash, who: 'tess', why: 'two payouts', at: '2026-03-01T12:00:00.000Z', persons: '0'.repeat(64) };

const withoutStatements = { listActive: async () => [] };
const byTess = { listActive: async () => [stop] };

test('stops for a file on the machine without any signature, and names no person to workers', async () => {
  expect(await findStopReasonText(path, withoutStatements)).toBeUndefined();
  expect(await listStopReasons(path, withoutStatements)).toEqual([]);
  expect(await findStopReasonText(path, byTess)).toBe(
    'stopped by a person at 2026-03-01T12:00:00.000Z: stop abababababab',
  );
  await writeFile(path, 'maintenance\n');
  const away = { listActive: () => Promise.reject(new Error('the database is away')) };
  expect(await findStopReasonText(path, away)).toBe(`stopped by ${path}: maintenance`);
  expect(await listStopReasons(path, byTess)).toMatchObject([
    { who: null, statement: null, why: 'maintenance' },
    { who: 'tess', statement: hash, why: 'two payouts', since: new Date(stop.at) },
  ]);
  await rm(path);
  // Unknown whether it is stopped: nothing is signed.
  await expect(findStopReasonText(path, away)).rejects.toThrow('the database is away');
});
