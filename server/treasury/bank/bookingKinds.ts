import type { Account } from '../../ledger/account.ts';
import { type Entry, move } from '../../ledger/posting.ts';
import { allocationOf, type StoredEntry } from '../../purchase/payment/bankEntryStore.ts';

type BookingKind = { readonly about: string; readonly account: Account };

/** What a booking of the bank may be that is of no order and no refund, by the words of the command; of either direction. */
export const bookingKinds = {
  'acquirer-payout': { about: 'what the acquirer has paid out, or took back of it', account: 'asset:transit' },
  'venue-funding': { about: 'money on its way to the venue, or back from it', account: 'asset:transit' },
  'bank-fee': { about: 'what the bank takes for its work, or gives back of it', account: 'expense:bank' },
  interest: { about: 'what the bank pays for the money there, or takes for it', account: 'income:interest' },
  owner: { about: 'what the operator puts in or takes out', account: 'equity' },
} as const satisfies Record<string, BookingKind>;

export type BookingKindName = keyof typeof bookingKinds;

export function isBookingKind(name: string): name is BookingKindName {
  return Object.hasOwn(bookingKinds, name);
}

/** Out of what is unallocated: what is posted of a booking of that kind. Pure. */
export function entryOfBooking(
  { id, direction, amount }: Pick<StoredEntry, 'id' | 'direction' | 'amount'>,
  kind: BookingKindName,
): Entry {
  const { account } = bookingKinds[kind];
  const postings =
    direction === 'credit'
      ? move(amount, account, 'liability:unallocated')
      : move(amount, 'liability:unallocated', account);
  return { kind: kind.replaceAll('-', '_'), key: allocationOf(id), postings };
}
