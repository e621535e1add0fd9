import { setImmediate as afterPendingWork } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import type { EffectJob } from '../../platform/jobs/jobQueue.ts';
import { createLog } from '../../platform/log/log.ts';
import { createDirectJobs } from './directJobs.ts';

const { database } = await openOwnDatabase(2);
const STEP: EffectJob = { effect: 'capture_payment', orderId: 7, subject: '', cause: '7:3', isRepeated: true };
const queued: EffectJob[] = [];
const handled: string[] = [];
const logLines: string[] = [];
const gates: (() => void)[] = [];

beforeEach(() => {
  for (const list of [queued, handled, logLines, gates]) list.length = 0;
});

function createJobs(canRun = true) {
  return createDirectJobs(
    { send: async (_transaction, job) => void queued.push(job) },
    {
      canRun: () => canRun,
      handle: async ({ subject }) => {
        handled.push(subject);
        if (subject === 'fails') throw new Error('no answer');
        if (subject === 'waits') await new Promise<void>((resolve) => gates.push(resolve));
      },
      log: createLog('info', { write: (line) => void logLines.push(line) }),
    },
  );
}

async function send(jobs: ReturnType<typeof createJobs>, ...sent: readonly EffectJob[]): Promise<void> {
  await database.transaction(async (transaction) => {
    for (const job of sent) await jobs.send(transaction, job);
    expect(handled).toEqual([]);
  });
}

test('runs a job directly after the commit, not through the queue, if a sweep would repeat it', async () => {
  const jobs = createJobs();
  await send(jobs, { ...STEP, subject: 'att_1' });
  await jobs.stop();
  expect({ handled, queued }).toEqual({ handled: ['att_1'], queued: [] });
});

test('runs nothing after a rollback', async () => {
  const jobs = createJobs();
  const failed = database.transaction(async (transaction) => {
    await jobs.send(transaction, STEP);
    throw new Error('refused');
  });
  await expect(failed).rejects.toThrow('refused');
  await jobs.stop();
  expect({ handled, queued }).toEqual({ handled: [], queued: [] });
});

test('logs a failed job and leaves it to the sweep', async () => {
  const jobs = createJobs();
  await send(jobs, { ...STEP, subject: 'fails' });
  await jobs.stop();
  expect(logLines).toEqual([expect.stringContaining('job failed')]);
  expect(queued).toEqual([]);
});

test.each([
  ['that no sweep would repeat', { ...STEP, isRepeated: false }, true],
  ['with a delay', { ...STEP, afterMs: 1_000 }, true],
  ['that this worker cannot execute', STEP, false],
])('sends a job %s to the queue', async (_, job, canRun) => {
  const jobs = createJobs(canRun);
  await send(jobs, job);
  await jobs.stop();
  expect({ handled, queued }).toEqual({ handled: [], queued: [job] });
});

test('sends a job to the queue while 32 jobs are running', async () => {
  const jobs = createJobs();
  const waiting = { ...STEP, subject: 'waits' };
  await send(jobs, ...Array.from({ length: 32 }, () => waiting));
  await afterPendingWork();
  handled.length = 0;
  await send(jobs, STEP);
  expect(queued).toEqual([STEP]);
  for (const open of gates) open();
  await jobs.stop();
});

test('runs 32 jobs of one transaction directly and sends the others to the queue', async () => {
  const jobs = createJobs();
  await send(jobs, ...Array.from({ length: 35 }, () => STEP));
  await jobs.stop();
  expect([handled.length, queued.length]).toEqual([32, 3]);
});

test('sends every job to the queue once it stops', async () => {
  const jobs = createJobs();
  await jobs.stop();
  await send(jobs, STEP);
  expect(queued).toEqual([STEP]);
});
