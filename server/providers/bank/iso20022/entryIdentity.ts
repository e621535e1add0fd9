import { createHash } from 'node:crypto';
import { formatAmount } from '@slipway/money/amount.ts';
import type { BankEntry } from '../bankPort.ts';

/** Thrown if two bookings of a statement should be distinguishable but are not: the file cannot be trusted. */
export class InconsistentStatementError extends Error {
  override name = 'InconsistentStatementError';
}

export type UnidentifiedEntry = Omit<BankEntry, 'entryId' | 'reference'> & {
  /** The account servicer's references of the whole booking and of its transaction; '' if there is none. */
  readonly bookingReference: string;
  readonly transactionReference: string;
  /** Number of transactions in the booking. */
  readonly batchSize: number;
};

/**
 * Assigns ids to the entries of one statement. The id combines the bank's reference with account, direction and amount,
 * since banks book a fee or a return under the transfer's reference. Identical entries without a reference are
 * numbered: the second is a separate booking once one file contains both. So are two entries with one reference, as in
 * ING's description of camt.053, if the balances require both (`isProved`); otherwise the file cannot be trusted.
 */
export function identifyEntries(entries: readonly UnidentifiedEntry[], isProved: boolean): BankEntry[] {
  const transactionReferences = countOccurrences(entries.map(({ transactionReference }) => transactionReference));
  const bookings = countOccurrences(entries.filter(({ batchSize }) => batchSize === 1).map(buildBookingKey));
  const seen = new Map<string, number>();
  return entries.map(({ bookingReference, transactionReference, batchSize, ...entry }) => {
    const alone = batchSize === 1;
    const isShared =
      isProved && (bookings.get(buildBookingKey({ bookingReference, transactionReference, ...entry })) ?? 0) > 1;
    const ownReference = alone
      ? isShared
        ? ''
        : bookingReference || transactionReference
      : transactionReferences.get(transactionReference) === 1
        ? transactionReference
        : '';
    const base = ownReference
      ? [entry.account, ownReference, entry.direction, formatAmountWithCode(entry)].join(':')
      : [entry.account, ...(alone || !bookingReference ? [] : [bookingReference]), hashEntry(entry)].join(':');
    const ordinal = (seen.get(base) ?? 0) + 1;
    seen.set(base, ordinal);
    if (ordinal > 1 && ownReference) throw new InconsistentStatementError(`${ownReference} is booked twice`);
    return { entryId: ordinal === 1 ? base : `${base}:${ordinal}`, reference: ownReference, ...entry };
  });
}

/** Returns a key that no two bookings of a bank share; '' without a reference. */
function buildBookingKey(
  entry: Pick<UnidentifiedEntry, 'account' | 'direction' | 'amount' | 'bookingReference' | 'transactionReference'>,
): string {
  const reference = entry.bookingReference || entry.transactionReference;
  return reference && [entry.account, reference, entry.direction, formatAmountWithCode(entry)].join(':');
}

function countOccurrences(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function formatAmountWithCode({ amount }: Pick<BankEntry, 'amount'>): string {
  return `${amount.asset.code}${formatAmount(amount)}`;
}

function hashEntry(entry: Omit<BankEntry, 'entryId' | 'reference'>): string {
  const fields = [
    entry.account,
    entry.direction,
    String(entry.reversal),
    formatAmountWithCode(entry),
    entry.bookedOn,
    entry.endToEndId,
    entry.remittance,
    entry.counterparty.name,
    entry.counterparty.account,
  ];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}
