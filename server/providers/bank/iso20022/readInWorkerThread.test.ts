import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { measureBlocking } from '../../../platform/eventLoopYield.testing.ts';
import { readBankFile } from './bankFile.ts';
import { createIso20022Files } from './iso20022.ts';
import { buildLargeStatement } from './largeStatement.testing.ts';
import { READING_LIMITS, readInWorkerThread } from './readInWorkerThread.ts';
import { FIXTURES } from './writtenFiles.testing.ts';

const ACCOUNT = 'DE75512108001245126199';
const buildMegabytes = (count: number) => buildLargeStatement(ACCOUNT, count * 1024 * 1024);

test.each(['camt.053.001.06.xml', 'pain.002.001.03.xml', 'README.md'])(
  'reads %s in a thread with the same result',
  async (name) => {
    const bytes = readFileSync(new URL(name, FIXTURES));
    expect(await readInWorkerThread(bytes)).toEqual(readBankFile(bytes));
  },
);

test('reads five megabytes without blocking the event loop', async () => {
  const { xml, bookings } = buildMegabytes(5);
  const { result, computedMs } = await measureBlocking(() => createIso20022Files().read(xml));
  expect(result.kind === 'statements' && result.value.map(({ entries }) => entries.length)).toEqual([bookings]);
  const synchronous = await measureBlocking(async () => readBankFile(xml));
  expect(computedMs).toBeLessThan(synchronous.computedMs / 4);
});

test.each([
  ['time', { ...READING_LIMITS, timeMs: 1 }, 'reading it takes more than 1 ms'],
  ['memory', { ...READING_LIMITS, memoryMb: 16 }, 'reading it takes more than 16 MB of memory'],
])('refuses a file that takes too much %s', async (_what, limits, detail) => {
  const reading = await readInWorkerThread(buildMegabytes(2).xml, limits);
  expect(reading).toEqual({ kind: 'refused', reason: 'too_costly', detail });
});
