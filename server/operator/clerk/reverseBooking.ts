import { readSettings } from '../../configuration/readSettings.ts';
import { factOf, reversalKey } from '../../ledger/entryKey.ts';
import { findHandBooking, type HandBooking, lockHandBookings } from '../../ledger/handBookingStore.ts';
import { postEntry } from '../../ledger/ledgerStore.ts';
import { type Entry, reverse } from '../../ledger/posting.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import { transactionTime } from '../../purchase/order/orderStore.ts';
import { askForRun } from '../../reconciliation/runStore.ts';
import { CommandError } from '../commandError.ts';
import type { OperatorRequest } from '../requestStore.ts';
import type { Write } from './clerkActs.ts';
import type { ClerkContext } from './clerkContext.ts';
import { movesOf } from './movesOf.ts';
import { waitAgain, whyNotReversed } from './reversal.ts';

/** The same lines with their signs turned, which name what they take back: each entry once, says the database. Pure. */
export function reversalOf({ transaction, key, kind, postings }: HandBooking): Entry {
  return {
    kind: `${kind}_reversed`,
    key: reversalKey(key),
    reversesId: transaction,
    postings: reverse(postings),
  };
}

/** Takes back what a person has booked by hand; what it was booked of waits again, to be booked rightly. */
export async function reverseBooking({ database }: ClerkContext, request: OperatorRequest): Promise<Write> {
  const { subject: key, input, who, why, approvedBy } = request;
  const { catalog } = await readSettings(database);
  return async (transaction) => {
    await lockHandBookings(transaction);
    const booking = await findHandBooking(transaction, key);
    if (!booking) throw new CommandError(`no person has booked ${key || 'KEY'} by hand`);
    if (input['moves'] !== movesOf(catalog, booking.postings))
      throw new CommandError(`${key} moved ${movesOf(catalog, booking.postings)}, and something else was signed`);
    const against = await whyNotReversed(transaction, booking);
    if (against !== undefined) throw new CommandError(against);
    await waitAgain(transaction, booking);
    await postEntry(transaction, reversalOf(booking), null, await transactionTime(transaction));
    await askForRun(transaction, who);
    await appendAudit(transaction, {
      who,
      approvedBy,
      why,
      action: 'reverse-booking',
      subject: factOf(key),
      before: { kind: booking.kind, by: booking.who, at: booking.at.toISOString() },
      after: { key: reversalKey(key), moves: movesOf(catalog, reverse(booking.postings)) },
    });
    return `${factOf(key)} is reversed: ${movesOf(catalog, reverse(booking.postings))}`;
  };
}
