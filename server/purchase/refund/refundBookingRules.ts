import type { StoredEntry } from '../payment/bankEntryStore.ts';
import type { BankRefund } from './bankRefundStore.ts';

/**
 * Why a booking with a refund's id is not that refund. The id is printed in the refund's transfer, so its receiver can put
 * it into a transfer to the operator: an id is never sufficient proof.
 */
export const refundDoubts = {
  contains_refund_id: 'a payer put the id of a refund into a transfer',
  return_too_large: 'the bank reports that more came back than was sent',
  return_to_other_account: 'the bank reports a return to an account or in a currency that differs from the refund’s',
  return_ambiguous: 'the bank reports a return whose reference matches several refunds',
  return_of_nothing: 'the bank reports a return, but never booked the outgoing refund',
  debit_differs: 'the debited amount, creditor or account differs from the order',
  refund_not_sent: 'it was debited although it was not ordered yet',
  refund_settled_before: 'it was debited a second time',
} as const satisfies Record<string, string>;

export type RefundDoubt = keyof typeof refundDoubts;

export type RefundBookingVerdict =
  | { readonly kind: 'settles' }
  | { readonly kind: 'returned' }
  /** The debit for the refund has not been reported yet. */
  | { readonly kind: 'waits' }
  | { readonly kind: 'none'; readonly doubt: RefundDoubt };

/** How long a return waits for its refund's debit: over a long weekend, files may arrive in the wrong order. */
const RETURN_GRACE_MS = 5 * 24 * 60 * 60 * 1000;

/**
 * Decides what a booking with a refund's id means for that refund. `refundDebit`: the bank's debit for the refund, if reported.
 * Pure.
 */
export function judgeRefundBooking(
  entry: StoredEntry,
  refund: BankRefund,
  refundDebit: StoredEntry | undefined,
  now: Date,
): RefundBookingVerdict {
  return entry.direction === 'debit'
    ? judgeDebit(entry, refund, refundDebit)
    : judgeCredit(entry, refund, refundDebit, now);
}

function judgeDebit(
  entry: StoredEntry,
  refund: BankRefund,
  refundDebit: StoredEntry | undefined,
): RefundBookingVerdict {
  if (refundDebit) return none('refund_settled_before');
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
  refundDebit: StoredEntry | undefined,
  now: Date,
): RefundBookingVerdict {
  if (!entry.reversal || entry.doubt !== null) return none('contains_refund_id');
  const { amount, account } = entry;
  const isOtherAccount =
    refundDebit && !isSameAccount(account, refundDebit.account) && !isSameAccount(refundDebit.account, account);
  if (amount.asset.id !== refund.amount.asset.id || isOtherAccount) return none('return_to_other_account');
  if (refund.returnedUnits + amount.units > refund.amount.units) return none('return_too_large');
  if (refundDebit) return { kind: 'returned' };
  const mayStillCome = refund.status === 'pending' && now.getTime() - entry.createdAt.getTime() < RETURN_GRACE_MS;
  return mayStillCome ? { kind: 'waits' } : none('return_of_nothing');
}

/** Shorter numbers are never a complete account number. */
const SHORTEST_NUMBER = 8;

/** Compares accounts. A bank may report a national account number for an IBAN, which ends with that number (ISO 13616). */
export function isSameAccount(reportedAccount: string, ordered: string): boolean {
  const [a, b] = [reportedAccount, ordered].map((account) => account.replaceAll(/\s/g, '').toUpperCase()) as [
    string,
    string,
  ];
  return a === b || (a.length >= SHORTEST_NUMBER && b.endsWith(a));
}

function none(doubt: RefundDoubt): RefundBookingVerdict {
  return { kind: 'none', doubt };
}
