import type { StoredEntry } from '../../purchase/payment/bankEntryStore.ts';
import type { StoredLine } from './acquirerLineStore.ts';

/** Tolerance around the expected day: the acquirer's day is an estimate, and banks are closed on holidays. */
const EARLY_DAYS = 2;
const LATE_DAYS = 7;
const DAY_MS = 86_400_000;

type Payout = Pick<
  StoredLine,
  'acquirer' | 'id' | 'amount' | 'fee' | 'subject' | 'arrivesOn' | 'descriptor' | 'bookedAt'
>;
type Booking = Pick<
  StoredEntry,
  'id' | 'direction' | 'reversal' | 'amount' | 'bookedOn' | 'doubt' | 'remittance' | 'endToEndId' | 'counterpartyName'
>;

export type PayoutMatches = {
  readonly matches: readonly { readonly payout: Payout; readonly entry: Booking }[];
  /** Payouts that fit several bookings, or that share a booking with another payout. */
  readonly ambiguous: readonly Payout[];
};

/**
 * Matches the acquirer's payouts with bank bookings: the same amount, near the expected day, with the acquirer's text. A match
 * must be unique on both sides. Pure.
 */
export function matchPayouts(payouts: readonly Payout[], bookings: readonly Booking[]): PayoutMatches {
  const pairs = payouts.flatMap((payout) =>
    bookings.filter((entry) => matchesBooking(payout, entry)).map((entry) => ({ payout, entry })),
  );
  const byPayout = Map.groupBy(pairs, ({ payout }) => payout);
  const byEntry = Map.groupBy(pairs, ({ entry }) => entry);
  const isUnique = ({ payout, entry }: (typeof pairs)[number]) =>
    byPayout.get(payout)?.length === 1 && byEntry.get(entry)?.length === 1;
  const matches = pairs.filter(isUnique);
  const ambiguous = new Set(pairs.filter((pair) => !isUnique(pair)).map(({ payout }) => payout));
  return { matches, ambiguous: [...ambiguous] };
}

function matchesBooking(payout: Payout, entry: Booking): boolean {
  if (entry.direction !== 'credit' || entry.reversal || entry.doubt !== null) return false;
  if (entry.amount.asset.id !== payout.amount.asset.id || entry.amount.units !== computeSentUnits(payout)) return false;
  const expected = Date.parse(payout.arrivesOn ?? payout.bookedAt.toISOString().slice(0, 10));
  const days = (Date.parse(entry.bookedOn) - expected) / DAY_MS;
  return days >= -EARLY_DAYS && days <= LATE_DAYS && hasPayoutText(payout, entry);
}

/** Returns the amount that a payout brings to the bank: the acquirer's fee leaves the account in addition to it. */
export function computeSentUnits({ amount }: Pick<Payout, 'amount'>): bigint {
  return -amount.units;
}

/**
 * Returns true if the booking contains the text that the acquirer announced (its name if it announced none), or the payout's
 * id.
 */
function hasPayoutText({ acquirer, subject, descriptor }: Payout, entry: Booking): boolean {
  const entryText = normalizeText([entry.remittance, entry.endToEndId, entry.counterpartyName].join(' '));
  return [subject, descriptor || acquirer].some((text) => text !== '' && entryText.includes(normalizeText(text)));
}

/** Normalizes a text: banks break lines, truncate and replace characters. */
function normalizeText(text: string): string {
  return text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
