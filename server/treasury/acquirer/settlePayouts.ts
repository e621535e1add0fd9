import { formatAmount } from '@slipway/money/amount.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { listUnallocatedEntries } from '../../purchase/payment/bankEntryStore.ts';
import { type BookingAuthor, bookEntry } from '../bank/bookEntry.ts';
import { findPayoutsInTransit, markPayoutArrived, type StoredLine } from './acquirerLineStore.ts';
import { matchPayouts } from './matchPayouts.ts';

const MOST_BOOKINGS = 1_000;
/** A payout is late if the bank has not credited it this long after the expected day. */
const LATE_MS = 5 * 86_400_000;

/** Matches bank bookings with the acquirer's payouts. Raises an alert for a payout that is ambiguous or late. */
export async function settlePayouts({ database }: { readonly database: Database }): Promise<void> {
  const payouts = await findPayoutsInTransit(database);
  if (payouts.length === 0) return;
  const { matches, ambiguous } = matchPayouts(payouts, await listUnallocatedEntries(database, MOST_BOOKINGS));
  for (const { payout, entry } of matches) {
    await database.transaction((transaction) => bookPayout(transaction, payout, entry.id, { who: 'treasury' }));
  }
  const now = await database.now();
  const found = new Set(matches.map(({ payout }) => payout.id));
  for (const payout of payouts) {
    const isUnclear = ambiguous.some(({ id }) => id === payout.id);
    const isLate = !found.has(payout.id) && now.getTime() - computeExpectedTime(payout) > LATE_MS;
    if (isUnclear || isLate) await alertPayout(database, payout, isUnclear ? 'several_bookings' : 'late');
  }
}

/**
 * Books a payout. Returns false, without changes, if the booking is no longer unallocated. Throws if the payout already has a
 * booking.
 */
export async function bookPayout(
  transaction: Transaction,
  payout: Pick<StoredLine, 'acquirer' | 'id'>,
  entryId: string,
  by: BookingAuthor,
): Promise<boolean> {
  if (!(await bookEntry(transaction, { id: entryId }, 'acquirer-payout', by))) return false;
  if (await markPayoutArrived(transaction, payout, entryId)) return true;
  throw new Error(`payout ${payout.id} has arrived before`);
}

function computeExpectedTime({ arrivesOn, bookedAt }: StoredLine): number {
  return arrivesOn === null ? bookedAt.getTime() : Date.parse(arrivesOn);
}

async function alertPayout(
  database: Database,
  { acquirer, id, subject, amount, arrivesOn }: StoredLine,
  why: 'several_bookings' | 'late',
): Promise<void> {
  await raiseAlert(database, {
    key: `payout:${acquirer}:${id}:${why}`,
    orderId: null,
    kind: 'acquirer_payout',
    facts: {
      payout: subject,
      why,
      amount: `${formatAmount({ ...amount, units: -amount.units })} ${amount.asset.code}`,
      arrivesOn,
    },
  });
}
