import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { openDatabase } from '../platform/database/database.ts';
import { openJobs } from '../platform/jobs/bossQueue.ts';
import { createLog } from '../platform/log/log.ts';
import { testPersonalKeys } from '../platform/personal/testPersonalKeys.testing.ts';
import { applyEvent } from '../purchase/order/machine/applyEvent.ts';
import { silentOrderMachine } from '../purchase/order/silentStepContext.testing.ts';
import { writeJournal } from '../purchase/order/stepRunner/journalStore.ts';

/**
 * A worker process of the benchmark. Its parent sends the database's URL and is notified when the work starts. A step does
 * everything but the call to the vendor: it takes a job, applies an event, writes the journal and completes the job.
 */
process.once('message', (url) => void runQueuedSteps(String(url)));
process.once('disconnect', () => process.exit());

async function runQueuedSteps(url: string): Promise<void> {
  const database = openDatabase(url, { maxConnections: 10, personalKeys: testPersonalKeys() });
  const jobs = await openJobs(url, createLog('silent'), { owns: false, supervises: false });
  await jobs.work(async ({ orderId, effect, subject }) => {
    await database.transaction(async (transaction) => {
      const facts = { attemptId: subject };
      const event = { kind: 'payment_submitted', key: `payment_submitted:${randomUUID()}`, facts } as const;
      await applyEvent(silentOrderMachine, transaction, orderId, event);
      await writeJournal(transaction, orderId, {
        step: effect,
        subject,
        outcome: 'ok',
        refusal: null,
        text: '',
        conclusion: 'payment_submitted',
        milliseconds: 1,
      });
    });
  });
  await database.one(sql`select 1 as one`);
  process.send?.('ready');
}
