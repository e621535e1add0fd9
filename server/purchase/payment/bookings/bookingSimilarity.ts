import type { BankEntry } from '../../../providers/bank/bankPort.ts';
import { findTransferReferences } from '../../order/numbers/transferReference.ts';
import type { BankEntryStatus } from '../bankEntryStore.ts';

/** The fields of a stored booking that are compared with a file's bookings. */
export type KnownBooking = Pick<
  BankEntry,
  | 'direction'
  | 'bookedOn'
  | 'reference'
  | 'transactionId'
  | 'endToEndId'
  | 'remittance'
  | 'furtherText'
  | 'batch'
  | 'unitemized'
> & {
  readonly id: string;
  readonly units: bigint;
  readonly counterpartyName: string;
  readonly counterpartyAccount: string;
  /** The statement that contains the booking; null for none. */
  readonly statedIn: number | null;
  /** True if a notification reported it. */
  readonly notified: boolean;
  /** True if another booking is already marked as its possible duplicate. */
  readonly suspected: boolean;
  readonly status: BankEntryStatus;
};

/** Files may date one booking differently, such as one that is booked in the evening. */
export const MAX_DATE_DIFFERENCE_DAYS = 5;

const DAY_MS = 86_400_000;

/**
 * Returns a similarity score; zero if the two cannot be the same booking. The caller has compared amount and direction.
 */
export function scoreSimilarity(entry: BankEntry, booking: KnownBooking | undefined): number {
  if (!booking) return 0;
  const reference = isSame(entry.reference, booking.reference);
  const transaction = isSame(entry.transactionId, booking.transactionId);
  const near = daysBetween(entry.bookedOn, booking.bookedOn) <= MAX_DATE_DIFFERENCE_DAYS;
  if (near && (reference || transaction)) return reference ? 100 : 50;
  if (entry.bookedOn !== booking.bookedOn || isKnownDifferent(entry.counterparty.account, booking.counterpartyAccount))
    return 0;

  const account = isSame(entry.counterparty.account, booking.counterpartyAccount) ? 2 : 0;
  const name = isSame(entry.counterparty.name, booking.counterpartyName) ? 1 : 0;
  const text = comparePayerTexts(entry, booking);
  const endToEnd = isSame(entry.endToEndId, booking.endToEndId) ? 3 : 0;
  const contradicts =
    text === 'differs' ||
    (isKnownDifferent(entry.reference, booking.reference) && text === 'unknown' && endToEnd === 0);
  if (contradicts) return 0;
  if (text !== 'unknown' || endToEnd > 0 || account > 0 || hasNoDetails(entry, booking)) {
    return 1 + account + name + endToEnd + (text === 'same' ? 8 : text === 'shortened' ? 4 : 0);
  }
  return 0;
}

/** Minimum length at which a text identifies a booking. */
const SHORTEST_TEXT = 6;

/**
 * Compares the payer's texts. A common order reference suffices: its check digits detect alterations. Otherwise only letters
 * and digits are compared, since banks break lines, truncate, replace characters and prepend labels.
 */
export function comparePayerTexts(one: PayerTexts, other: PayerTexts): 'same' | 'shortened' | 'differs' | 'unknown' {
  const [first, second] = [findBookingReferences(one), findBookingReferences(other)];
  if (first.some((reference) => second.includes(reference))) return 'same';
  if (first.length > 0 && second.length > 0) return 'differs';
  const [a, b] = [normalizeText(one.remittance), normalizeText(other.remittance)];
  if (a === '' || b === '') return 'unknown';
  if (a === b) return 'same';
  const [longer, shorter] = a.length > b.length ? [a, b] : [b, a];
  return longer.startsWith(shorter) || (shorter.length >= SHORTEST_TEXT && longer.includes(shorter))
    ? 'shortened'
    : 'differs';
}

/** The fields that may contain a payer's text. */
export type PayerTexts = Pick<BankEntry, 'remittance' | 'endToEndId' | 'furtherText'>;

/** Returns every order reference in a booking, those in the payer's text first. */
export function findBookingReferences({ remittance, endToEndId, furtherText }: PayerTexts): string[] {
  return [...new Set([remittance, endToEndId, furtherText].flatMap(findTransferReferences))];
}

function hasNoDetails(entry: BankEntry, booking: KnownBooking): boolean {
  const { endToEndId, remittance, counterparty } = entry;
  const details = [
    [endToEndId, remittance, counterparty.account, counterparty.name],
    [booking.endToEndId, booking.remittance, booking.counterpartyAccount, booking.counterpartyName],
  ];
  return details.some((texts) => texts.every((text) => text === ''));
}

function isSame(one: string, other: string): boolean {
  return one !== '' && one === other;
}

export function isKnownDifferent(one: string, other: string): boolean {
  return one !== '' && other !== '' && one !== other;
}

export function normalizeText(text: string): string {
  return text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

export function daysBetween(one: string, other: string): number {
  return Math.abs(Date.parse(one) - Date.parse(other)) / DAY_MS;
}
