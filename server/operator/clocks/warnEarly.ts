import { raiseAlert } from '../../notification/alertStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { clocks, endsItself } from './clocks.ts';
import { lapseRequests } from './lapseRequests.ts';
import { type Due, dueWarnings, settleEnded } from './waitingStore.ts';

const BATCH = 100;

/**
 * Tells the operator of all that waits when half, four fifths and the whole of its time are over, once each: the key of the
 * alert names the wait and the share, so that several workers, and one that was stopped in between, say nothing twice. What
 * persons were asked for ends with its time: that alone is told of it then.
 */
export async function warnEarly({ database }: { readonly database: Database }): Promise<void> {
  await lapseRequests(database);
  await settleEnded(database);
  for (let said = BATCH; said === BATCH; ) {
    const due = await dueWarnings(database, BATCH);
    for (const one of due) await warn(database, one);
    said = due.length;
  }
}

async function warn(database: Database, due: Due): Promise<void> {
  const { key, orderId, clock, subject, since, until, share } = due;
  const facts = { clock, means: clocks[clock].means, subject, since, until, share };
  if (share !== 'over') await raiseAlert(database, { key, orderId, kind: 'time_running_out', facts });
  else if (!endsItself(clock)) await raiseAlert(database, { key, orderId, kind: 'time_over', facts });
}
