import type { BankEntry } from '../../providers/bank/bankPort.ts';
import { referencesIn } from '../order/transferReference.ts';
import type { BankEntryStatus } from './bankEntryStore.ts';

/** A stored booking, as far as a file's bookings are compared with it. */
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
  | 'unitemised'
> & {
  readonly id: string;
  readonly units: bigint;
  readonly counterpartyName: string;
  readonly counterpartyAccount: string;
  /** The statement that tells it. */
  readonly statedIn: number | null;
  /** Whether a notification told it. */
  readonly notified: boolean;
  /** Whether another booking is doubtful for its sake already. */
  readonly suspected: boolean;
  readonly status: BankEntryStatus;
};

/** Files of one booking may disagree on its day: booked in the evening, told the day after. */
export const NEAR_DAYS = 5;

const DAY_MS = 86_400_000;

/** Zero for what cannot be taken for the same. Amount and direction are the same already. */
export function likenessOf(entry: BankEntry, booking: KnownBooking | undefined): number {
  if (!booking) return 0;
  const reference = isSame(entry.reference, booking.reference);
  const transaction = isSame(entry.transactionId, booking.transactionId);
  const near = daysBetween(entry.bookedOn, booking.bookedOn) <= NEAR_DAYS;
  if (near && (reference || transaction)) return reference ? 100 : 50;
  if (entry.bookedOn !== booking.bookedOn || differs(entry.counterparty.account, booking.counterpartyAccount)) return 0;

  const account = isSame(entry.counterparty.account, booking.counterpartyAccount) ? 2 : 0;
  const name = isSame(entry.counterparty.name, booking.counterpartyName) ? 1 : 0;
  const text = textLikeness(entry, booking);
  const endToEnd = isSame(entry.endToEndId, booking.endToEndId) ? 3 : 0;
  const contradicts =
    text === 'differs' || (differs(entry.reference, booking.reference) && text === 'unknown' && endToEnd === 0);
  if (contradicts) return 0;
  if (text !== 'unknown' || endToEnd > 0 || account > 0 || saysNothing(entry, booking)) {
    return 1 + account + name + endToEnd + (text === 'same' ? 8 : text === 'shortened' ? 4 : 0);
  }
  return 0;
}

/** Enough of a text to know it by. */
const SHORTEST_TEXT = 6;

/**
 * An order's reference has check digits: no bank makes another one of it. Beyond that letters and digits alone are
 * compared, since banks break lines, cut, change signs and put labels in front.
 */
export function textLikeness(one: Texts, other: Texts): 'same' | 'shortened' | 'differs' | 'unknown' {
  const [first, second] = [referencesOf(one), referencesOf(other)];
  if (first.some((reference) => second.includes(reference))) return 'same';
  if (first.length > 0 && second.length > 0) return 'differs';
  const [a, b] = [plain(one.remittance), plain(other.remittance)];
  if (a === '' || b === '') return 'unknown';
  if (a === b) return 'same';
  const [longer, shorter] = a.length > b.length ? [a, b] : [b, a];
  return longer.startsWith(shorter) || (shorter.length >= SHORTEST_TEXT && longer.includes(shorter))
    ? 'shortened'
    : 'differs';
}

/** Where a payer's text may stand. */
export type Texts = Pick<BankEntry, 'remittance' | 'endToEndId' | 'furtherText'>;

/** Every reference of an order that a booking bears, what the payer wrote as its text first. */
export function referencesOf({ remittance, endToEndId, furtherText }: Texts): string[] {
  return [...new Set([remittance, endToEndId, furtherText].flatMap(referencesIn))];
}

function saysNothing(entry: BankEntry, booking: KnownBooking): boolean {
  const { endToEndId, remittance, counterparty } = entry;
  const spoken = [
    [endToEndId, remittance, counterparty.account, counterparty.name],
    [booking.endToEndId, booking.remittance, booking.counterpartyAccount, booking.counterpartyName],
  ];
  return spoken.some((words) => words.every((word) => word === ''));
}

function isSame(one: string, other: string): boolean {
  return one !== '' && one === other;
}

export function differs(one: string, other: string): boolean {
  return one !== '' && other !== '' && one !== other;
}

export function plain(text: string): string {
  return text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

export function daysBetween(one: string, other: string): number {
  return Math.abs(Date.parse(one) - Date.parse(other)) / DAY_MS;
}
