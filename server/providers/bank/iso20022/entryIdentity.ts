import { createHash } from 'node:crypto';
import { formatAmount } from '@slipway/money/amount.ts';
import type { BankEntry } from '../bankPort.ts';

/** Two bookings of one statement that cannot be told apart though they should be: the file cannot be trusted. */
export class InconsistentStatementError extends Error {
  override name = 'InconsistentStatementError';
}

export type UnidentifiedEntry = Omit<BankEntry, 'entryId' | 'reference'> & {
  /** The account servicer's references of the whole booking and of the transaction in it; '' where there is none. */
  readonly bookingReference: string;
  readonly transactionReference: string;
  /** How many transactions the booking has. */
  readonly batchSize: number;
};

/**
 * Gives the entries of one statement their ids. The bank's reference counts together with account, direction and amount,
 * since banks book a fee or a return under the reference of the transfer. Entries without any that say the same are
 * numbered: the second of them is a booking of its own as soon as one file tells both. So are two of one reference, as ING
 * has them in its description of camt.053, where the balances need both (`isProved`); else the file cannot be trusted.
 */
export function identifyEntries(entries: readonly UnidentifiedEntry[], isProved: boolean): BankEntry[] {
  const transactionReferences = countBy(entries.map(({ transactionReference }) => transactionReference));
  const bookings = countBy(entries.filter(({ batchSize }) => batchSize === 1).map(bookingOf));
  const seen = new Map<string, number>();
  return entries.map(({ bookingReference, transactionReference, batchSize, ...entry }) => {
    const alone = batchSize === 1;
    const isShared =
      isProved && (bookings.get(bookingOf({ bookingReference, transactionReference, ...entry })) ?? 0) > 1;
    const ownReference = alone
      ? isShared
        ? ''
        : bookingReference || transactionReference
      : transactionReferences.get(transactionReference) === 1
        ? transactionReference
        : '';
    const base = ownReference
      ? [entry.account, ownReference, entry.direction, amountText(entry)].join(':')
      : [entry.account, ...(alone || !bookingReference ? [] : [bookingReference]), hashOf(entry)].join(':');
    const ordinal = (seen.get(base) ?? 0) + 1;
    seen.set(base, ordinal);
    if (ordinal > 1 && ownReference) throw new InconsistentStatementError(`${ownReference} is booked twice`);
    return { entryId: ordinal === 1 ? base : `${base}:${ordinal}`, reference: ownReference, ...entry };
  });
}

/** What no two bookings of a bank share; '' without a reference. */
function bookingOf(
  entry: Pick<UnidentifiedEntry, 'account' | 'direction' | 'amount' | 'bookingReference' | 'transactionReference'>,
): string {
  const word = entry.bookingReference || entry.transactionReference;
  return word && [entry.account, word, entry.direction, amountText(entry)].join(':');
}

function countBy(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) if (word) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function amountText({ amount }: Pick<BankEntry, 'amount'>): string {
  return `${amount.asset.code}${formatAmount(amount)}`;
}

function hashOf(entry: Omit<BankEntry, 'entryId' | 'reference'>): string {
  const said = [
    entry.account,
    entry.direction,
    String(entry.reversal),
    amountText(entry),
    entry.bookedOn,
    entry.endToEndId,
    entry.remittance,
    entry.counterparty.name,
    entry.counterparty.account,
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}
