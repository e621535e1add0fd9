import { findEntryKey } from '../../ledger/entryKeyStore.ts';
import { postEntry } from '../../ledger/ledgerStore.ts';
import { postManualBooking } from '../../ledger/manualBookingStore.ts';
import { settleAlertByKey } from '../../notification/alertStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { readTransactionTime } from '../../purchase/order/orderStore.ts';
import { awaitEntryInStatus, type StoredEntry } from '../../purchase/payment/bankEntryStore.ts';
import { type BookingKindName, buildBookingEntry } from './bookingKinds.ts';
import { markOwnBooking } from './ownBookingStore.ts';

/** The author of a booking; `request`: the id of the person's request, if there is one. */
export type BookingAuthor = { readonly who: string; readonly request?: number | undefined };

/**
 * Posts an unallocated bank booking as this kind, marks it as the operator's own money and settles its alert. The entry has the
 * key under which an order would use the booking: the database refuses the later of the two. Returns false if the booking is no
 * longer unallocated.
 */
export async function bookEntry(
  transaction: Transaction,
  { id }: Pick<StoredEntry, 'id'>,
  kind: BookingKindName,
  { who, request }: BookingAuthor,
): Promise<boolean> {
  const stored = await awaitEntryInStatus(transaction, id, 'unallocated');
  if (!stored) return false;
  const entry = buildBookingEntry(stored, kind);
  const at = await readTransactionTime(transaction);
  if (request === undefined)
    await postEntry(transaction, { ...entry, key: await findEntryKey(transaction, entry.key) }, null, at);
  else await postManualBooking(transaction, entry, { request, at });
  await markOwnBooking(transaction, id, kind);
  await settleAlertByKey(transaction, `bank:${id}`, who);
  return true;
}
