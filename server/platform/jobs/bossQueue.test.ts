import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitFor } from '../../../tools/patience/waitFor.testing.ts';
import { openOwnDatabase } from '../database/ownDatabase.testing.ts';
import { createLog } from '../log/log.ts';
import { openJobs, type RunningJobs } from './bossQueue.ts';
import { JobFailure } from './jobFailure.ts';
import { SWEEP } from './jobQueue.ts';

const { database, url } = await openOwnDatabase(2);
let jobs: RunningJobs;
const lines: Record<string, unknown>[] = [];
const failures: unknown[] = [];
const done: string[] = [];

beforeAll(async () => {
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  jobs = await openJobs(url, createLog('info', { write }));
  await jobs.work(async ({ subject }) => {
    const failure = subject === 'fails once' || subject === 'att_1' ? failures.shift() : undefined;
    if (failure !== undefined) throw failure;
    done.push(subject);
  });
});

afterAll(async () => {
  await jobs?.stop();
});

/** Returns the log lines about a job that fails once. */
async function linesAbout(effect: string, failure: unknown): Promise<Record<string, unknown>[]> {
  failures.push(failure);
  await database.transaction((transaction) =>
    jobs.send(transaction, { effect, orderId: 7, subject: 'att_1', cause: '7:3' }),
  );
  await waitFor(() => expect(lines.some((line) => line['effect'] === effect)).toBe(true));
  return lines.filter((line) => line['effect'] === effect);
}

test('logs a failed step in one line with the order number and the original error', async () => {
  const fault = Object.assign(new Error('duplicate key'), { code: '23505' });
  const failureLines = await linesAbout(
    'capture_payment',
    new JobFailure({ orderNo: 'ORDER2345', step: 'capture' }, fault),
  );
  expect(failureLines).toHaveLength(1);
  expect(failureLines[0]).toMatchObject({
    level: 50,
    msg: 'job failed',
    orderNo: 'ORDER2345',
    step: 'capture',
    orderId: 7,
    subject: 'att_1',
    cause: '7:3',
    error: { type: 'Error', message: 'duplicate key', code: '23505' },
  });
});

test('logs any other failure unchanged', async () => {
  const failureLines = await linesAbout('handle_webhook', new TypeError('not a function'));
  expect(failureLines).toMatchObject([{ msg: 'job failed', error: { type: 'TypeError', message: 'not a function' } }]);
});

test('a worker takes restricted jobs only while it is allowed to, and other jobs at any time', async () => {
  const { database: own, url: ownUrl } = await openOwnDatabase(2);
  const state = { takes: false };
  const taken: string[] = [];
  const restricted = { queue: 'payouts', effects: new Set(['pay']) };
  const worker = await openJobs(ownUrl, createLog('silent'), { restricted });
  const send = (effect: string, subject: string) =>
    own.transaction((transaction) => worker.send(transaction, { effect, orderId: 1, subject, cause: '1:1' }));
  try {
    await worker.work(
      async ({ subject }) => void taken.push(subject),
      () => state.takes,
    );
    await send('pay', 'first');
    await send('capture', 'other');
    await waitFor(() => expect(taken).toEqual(['other']));
    state.takes = true;
    await waitFor(() => expect(taken).toEqual(['other', 'first']));
    await send('pay', 'second');
    await waitFor(() => expect(taken).toContain('second'));
    state.takes = false;
    // Longer than the worker needs to notice the change and to end its loops.
    await sleep(2_000);
    await send('pay', 'third');
    await send('capture', 'last');
    await waitFor(() => expect(taken).toContain('last'));
    expect(taken).not.toContain('third');
  } finally {
    await worker.stop();
  }
});

test('retries only the failed job of several taken together', async () => {
  failures.push(new TypeError('once'));
  const subjects = ['first', 'fails once', 'third', 'fourth'];
  await database.transaction(async (transaction) => {
    for (const subject of subjects) await jobs.send(transaction, { effect: 'any', orderId: 8, subject, cause: '8:1' });
  });
  await waitFor(() => expect(done).toContain('fails once'));
  expect(done.filter((subject) => subjects.includes(subject)).toSorted()).toEqual(subjects.toSorted());
});

test('queues one job per event for a step, and only one job for a sweep', async () => {
  const { database: own, url: ownUrl } = await openOwnDatabase(2);
  const causes: string[] = [];
  const worker = await openJobs(ownUrl, createLog('silent'));
  try {
    for (const cause of ['9:1', '9:2', SWEEP, SWEEP])
      await own.transaction((transaction) =>
        worker.send(transaction, { effect: 'refund_surplus', orderId: 9, subject: '', cause }),
      );
    await worker.work(async ({ cause }) => void causes.push(cause));
    await waitFor(() => expect(causes.toSorted()).toEqual(['9:1', '9:2', SWEEP]));
  } finally {
    await worker.stop();
  }
});
