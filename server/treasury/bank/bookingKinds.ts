import type { Account } from '../../ledger/account.ts';
import { type Entry, move } from '../../ledger/posting.ts';
import { buildAllocationKey, type StoredEntry } from '../../purchase/payment/bankEntryStore.ts';

type BookingKind = { readonly about: string; readonly account: Account };

/** Classifications of a bank booking that belongs to no order or refund, by their names in commands. Credits and debits. */
export const bookingKinds = {
  'acquirer-payout': { about: 'a payout of the acquirer, or its reversal', account: 'asset:transit' },
  'venue-funding': { about: 'money in transit to the exchange, or back from it', account: 'asset:transit' },
  'bank-fee': { about: 'a fee of the bank, or its refund', account: 'expense:bank' },
  interest: { about: 'interest paid or charged by the bank', account: 'income:interest' },
  owner: { about: 'a deposit or withdrawal by the owner', account: 'equity' },
} as const satisfies Record<string, BookingKind>;

export type BookingKindName = keyof typeof bookingKinds;

export function isBookingKind(name: string): name is BookingKindName {
  return Object.hasOwn(bookingKinds, name);
}

/** Returns the entry that moves a booking from unallocated to its kind. Pure. */
export function buildBookingEntry(
  { id, direction, amount }: Pick<StoredEntry, 'id' | 'direction' | 'amount'>,
  kind: BookingKindName,
): Entry {
  const { account } = bookingKinds[kind];
  const postings =
    direction === 'credit'
      ? move(amount, account, 'liability:unallocated')
      : move(amount, 'liability:unallocated', account);
  return { kind: kind.replaceAll('-', '_'), key: buildAllocationKey(id), postings };
}
