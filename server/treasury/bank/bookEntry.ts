import { keyOfFact } from '../../ledger/entryKeyStore.ts';
import { postByHand } from '../../ledger/handBookingStore.ts';
import { postEntry } from '../../ledger/ledgerStore.ts';
import { settleAlertOf } from '../../notification/alertStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { transactionTime } from '../../purchase/order/orderStore.ts';
import { type StoredEntry, takeEntry } from '../../purchase/payment/bankEntryStore.ts';
import { type BookingKindName, entryOfBooking } from './bookingKinds.ts';
import { markOwn } from './ownBookingStore.ts';

/** Who says what a booking is; `request`: a person, by that request. */
export type BookedBy = { readonly who: string; readonly request?: number | undefined };

/**
 * Takes a booking that nobody was found for out of what is unallocated. The key is the one under which an order would take
 * it: whichever comes first, the other is refused by the database. False when it does not wait any more.
 */
export async function bookEntry(
  transaction: Transaction,
  { id }: Pick<StoredEntry, 'id'>,
  kind: BookingKindName,
  { who, request }: BookedBy,
): Promise<boolean> {
  const stored = await takeEntry(transaction, id, 'unallocated');
  if (!stored) return false;
  const entry = entryOfBooking(stored, kind);
  const at = await transactionTime(transaction);
  if (request === undefined)
    await postEntry(transaction, { ...entry, key: await keyOfFact(transaction, entry.key) }, null, at);
  else await postByHand(transaction, entry, { request, at });
  await markOwn(transaction, id, kind);
  await settleAlertOf(transaction, `bank:${id}`, who);
  return true;
}
