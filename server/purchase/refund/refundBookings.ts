import type { StoredEntry } from '../payment/bankEntryStore.ts';
import type { BankRefund } from './bankRefundStore.ts';

/**
 * Why a booking that bears a refund's id is none of that refund. The id is printed in our own transfer, so that a buyer who got
 * one can write it into a transfer to us: an id alone is never believed.
 */
export const refundDoubts = {
  bears_refund_id: 'a payer wrote the id of a refund into a transfer',
  return_too_large: 'the bank says that more came back than was sent',
  return_elsewhere: 'the bank says that it came back to another account, or in another currency, than it was sent from',
  return_of_nothing: 'the bank says that it came back, and never booked that it had left',
  debit_differs: 'it left with another amount, to another creditor, or from another account than was ordered',
  refund_not_sent: 'it left though it was not ordered yet',
  refund_settled_before: 'it left though it had left before',
} as const satisfies Record<string, string>;

export type RefundDoubt = keyof typeof refundDoubts;

export type BookingOfRefund =
  | { readonly kind: 'settles' }
  | { readonly kind: 'brings_back' }
  /** The booking with which the refund left has not been told yet. */
  | { readonly kind: 'waits' }
  | { readonly kind: 'none'; readonly doubt: RefundDoubt };

/** Two files of a bank may come in the wrong order, over a weekend with holidays. */
const PATIENCE_MS = 5 * 24 * 60 * 60 * 1000;

/** What a booking with a refund's id is to that refund. `left`: the booking with which the refund left. Pure. */
export function judgeRefundBooking(
  entry: StoredEntry,
  refund: BankRefund,
  left: StoredEntry | undefined,
  now: Date,
): BookingOfRefund {
  return entry.direction === 'debit' ? judgeDebit(entry, refund, left) : judgeCredit(entry, refund, left, now);
}

function judgeDebit(entry: StoredEntry, refund: BankRefund, left: StoredEntry | undefined): BookingOfRefund {
  if (left) return none('refund_settled_before');
  if (refund.sentFrom === null) return none('refund_not_sent');
  const { amount, account, counterpartyAccount } = entry;
  const isOrdered =
    !entry.reversal &&
    entry.doubt === null &&
    amount.asset.id === refund.amount.asset.id &&
    amount.units === refund.amount.units &&
    isSameAccount(account, refund.sentFrom) &&
    (counterpartyAccount === '' || isSameAccount(counterpartyAccount, refund.creditorAccount));
  if (!isOrdered) return none('debit_differs');
  return refund.status === 'pending' || refund.status === 'requested'
    ? { kind: 'settles' }
    : none('refund_settled_before');
}

function judgeCredit(
  entry: StoredEntry,
  refund: BankRefund,
  left: StoredEntry | undefined,
  now: Date,
): BookingOfRefund {
  if (!entry.reversal || entry.doubt !== null) return none('bears_refund_id');
  const { amount, account } = entry;
  if (amount.asset.id !== refund.amount.asset.id || (left && account !== left.account)) return none('return_elsewhere');
  if (refund.returnedUnits + amount.units > refund.amount.units) return none('return_too_large');
  if (left) return { kind: 'brings_back' };
  const mayStillCome = refund.status === 'pending' && now.getTime() - entry.createdAt.getTime() < PATIENCE_MS;
  return mayStillCome ? { kind: 'waits' } : none('return_of_nothing');
}

/** Shorter ones are no account's whole number. */
const SHORTEST_NUMBER = 8;

/** Banks tell a national number where an IBAN was ordered, which ends with it (ISO 13616). */
function isSameAccount(told: string, ordered: string): boolean {
  const [a, b] = [told, ordered].map((account) => account.replaceAll(/\s/g, '').toUpperCase()) as [string, string];
  return a === b || (a.length >= SHORTEST_NUMBER && b.endsWith(a));
}

function none(doubt: RefundDoubt): BookingOfRefund {
  return { kind: 'none', doubt };
}
