import { createHash } from 'node:crypto';
import { formatAmount } from '@slipway/money/amount.ts';
import type { BankEntry } from '../bankPort.ts';

/** Thrown for a file that contradicts itself or contains impossible values, and so cannot be trusted. */
export class InconsistentStatementError extends Error {
  override name = 'InconsistentStatementError';
}

export type UnidentifiedEntry = Omit<BankEntry, 'entryId' | 'reference'> & {
  /** The bank's references of the whole booking and of its transaction; '' if there is none. */
  readonly bookingReference: string;
  readonly transactionReference: string;
  /** Number of transactions in the booking. */
  readonly batchSize: number;
};

/**
 * Assigns ids to the entries of one statement. The id combines the bank's reference with account, direction and amount,
 * since banks book a fee or a return under the transfer's reference. Identical entries without a reference are
 * numbered: they are separate bookings if one file contains both. Two entries with one reference, as in ING's
 * description of camt.053, are separate if the balances require both (`isProved`); otherwise throws an
 * {@link InconsistentStatementError}.
 */
export function identifyEntries(entries: readonly UnidentifiedEntry[], isProved: boolean): BankEntry[] {
  const transactionReferenceCounts = countOccurrences(entries.map(({ transactionReference }) => transactionReference));
  const bookingCounts = countOccurrences(entries.filter(({ batchSize }) => batchSize === 1).map(buildBookingKey));
  const seen = new Map<string, number>();
  return entries.map(({ bookingReference, transactionReference, batchSize, ...entry }) => {
    const isSingle = batchSize === 1;
    const isShared =
      isProved && (bookingCounts.get(buildBookingKey({ bookingReference, transactionReference, ...entry })) ?? 0) > 1;
    const ownReference = isSingle
      ? isShared
        ? ''
        : bookingReference || transactionReference
      : transactionReferenceCounts.get(transactionReference) === 1
        ? transactionReference
        : '';
    const base = ownReference
      ? [entry.account, ownReference, entry.direction, formatAmountWithCode(entry)].join(':')
      : [entry.account, ...(isSingle || !bookingReference ? [] : [bookingReference]), hashEntry(entry)].join(':');
    const ordinal = (seen.get(base) ?? 0) + 1;
    seen.set(base, ordinal);
    if (ordinal > 1 && ownReference) throw new InconsistentStatementError(`${ownReference} is booked twice`);
    return { entryId: ordinal === 1 ? base : `${base}:${ordinal}`, reference: ownReference, ...entry };
  });
}

/** Returns the bank's reference with account, direction and amount; '' without a reference. */
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
