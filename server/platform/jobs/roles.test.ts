import { expect, test } from 'vitest';
import { waitFor } from '../../../tools/patience/waitFor.testing.ts';
import { openOwnDatabase } from '../database/ownDatabase.testing.ts';
import { roleDatabase } from '../database/roles/roleDatabase.testing.ts';
import { asRole } from '../database/testDatabase.ts';
import { createLog } from '../log/log.ts';
import { openJobs } from './bossQueue.ts';

const { database, url } = await openOwnDatabase(2);

test('the api enqueues and the worker executes, each with only its rights', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const api = await openJobs(asRole(url, 'api'), log, { owns: false, supervises: false });
  const worker = await openJobs(asRole(url, 'worker'), log, { owns: false });
  const done: string[] = [];
  try {
    let fails = true;
    await worker.work(async ({ subject }) => {
      if (subject === 'fails' && fails) {
        fails = false;
        throw new Error('once');
      }
      done.push(subject);
    });
    for (const [role, jobs] of [
      ['api', api],
      ['worker', worker],
    ] as const) {
      await roleDatabase(database, role).transaction(async (transaction) => {
        for (const subject of [role, role, 'fails'])
          await jobs.send(transaction, { effect: 'any', orderId: 1, subject, cause: 'a test' });
      });
    }
    await waitFor(() => expect([...new Set(done)].toSorted()).toEqual(['api', 'fails', 'worker']));
  } finally {
    await Promise.all([api.stop(), worker.stop()]);
  }
  expect(lines.filter((line) => line.includes('permission denied'))).toEqual([]);
});
