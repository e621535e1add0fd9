import { postEntry } from '../../ledger/ledgerStore.ts';
import { move } from '../../ledger/posting.ts';
import { settleAlertOf } from '../../notification/alertStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { transactionTime } from '../../purchase/order/orderStore.ts';
import { type StoredEntry, takeEntry } from '../../purchase/payment/bankEntryStore.ts';
import { type BookingKindName, bookingKinds } from './bookingKinds.ts';
import { markOwn } from './ownBookingStore.ts';

/**
 * Takes a booking that nobody was found for out of what is unallocated. The key is the one under which an order would take
 * it: whichever comes first, the other is refused by the database. False when it does not wait any more.
 */
export async function bookEntry(
  transaction: Transaction,
  { id }: Pick<StoredEntry, 'id'>,
  kind: BookingKindName,
  who: string,
): Promise<boolean> {
  const entry = await takeEntry(transaction, id, 'unallocated');
  if (!entry) return false;
  const { account } = bookingKinds[kind];
  const postings =
    entry.direction === 'credit'
      ? move(entry.amount, account, 'liability:unallocated')
      : move(entry.amount, 'liability:unallocated', account);
  const key = `bank:${id}:allocated`;
  await postEntry(
    transaction,
    { kind: kind.replace('-', '_'), key, postings },
    null,
    await transactionTime(transaction),
  );
  await markOwn(transaction, id, kind);
  await settleAlertOf(transaction, `bank:${id}`, who);
  return true;
}
