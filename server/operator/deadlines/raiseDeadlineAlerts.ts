import { raiseAlert } from '../../notification/alertStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { findOrderById } from '../../purchase/order/orderStore.ts';
import { waitReasons } from '../../purchase/order/stepRunner/conclusion.ts';
import { listJournal } from '../../purchase/order/stepRunner/journalStore.ts';
import { findUnsentReason } from '../../purchase/order/waits/unsentDeadline.ts';
import { lapseRequests } from './lapseRequests.ts';
import { type DueWarning, findDueWarnings, settleEndedWarnings } from './pendingWorkStore.ts';
import { isSelfEnding, workDeadlines } from './workDeadlines.ts';

const BATCH = 100;

/**
 * Raises an alert after half, four fifths and all of the allowed time of pending work, and settles the alerts about ended work.
 * The alert's key contains the work and the share of the time, so that several workers, or a restarted one, raise it once. A
 * request lapses at its deadline, which raises a separate alert.
 */
export async function raiseDeadlineAlerts({ database }: { readonly database: Database }): Promise<void> {
  await lapseRequests(database);
  await settleEndedWarnings(database);
  for (let batchSize = BATCH; batchSize === BATCH; ) {
    const due = await findDueWarnings(database, BATCH);
    for (const one of due) await raiseDeadlineAlert(database, one);
    batchSize = due.length;
  }
}

async function raiseDeadlineAlert(database: Database, due: DueWarning): Promise<void> {
  const { key, orderId, clock, subject, since, until, share } = due;
  const waitsFor = clock === 'sending' && orderId !== null ? await explainUnsentOrder(database, orderId) : undefined;
  const facts = {
    clock,
    means: workDeadlines[clock].means,
    subject,
    since,
    until,
    share,
    ...(waitsFor && { waitsFor }),
  };
  if (share !== 'over') await raiseAlert(database, { key, orderId, kind: 'deadline_near', facts });
  else if (!isSelfEnding(clock)) await raiseAlert(database, { key, orderId, kind: 'deadline_passed', facts });
}

/** Returns as text why the coins of a paid order are not sent yet. */
async function explainUnsentOrder(database: Database, orderId: number): Promise<string | undefined> {
  const [order, journal] = await Promise.all([findOrderById(database, orderId), listJournal(database, orderId)]);
  const reason = order && findUnsentReason(order, journal);
  return reason && waitReasons[reason];
}
