import type { StoredEntry } from '../../purchase/payment/bankEntryStore.ts';
import type { StoredLine } from './acquirerLineStore.ts';

/** Days on either side of the expected one: the acquirer's day is an estimate, and banks rest on holidays. */
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

export type Matched = {
  readonly matches: readonly { readonly payout: Payout; readonly entry: Booking }[];
  /** Payouts that several bookings may be, or that share a booking with another payout. */
  readonly ambiguous: readonly Payout[];
};

/**
 * Which booking of the bank is which payout: the same amount, about the expected day, with the acquirer's words. Nothing is
 * chosen where two fit. Pure.
 */
export function matchPayouts(payouts: readonly Payout[], bookings: readonly Booking[]): Matched {
  const pairs = payouts.flatMap((payout) =>
    bookings.filter((entry) => fits(payout, entry)).map((entry) => ({ payout, entry })),
  );
  const byPayout = Map.groupBy(pairs, ({ payout }) => payout);
  const byEntry = Map.groupBy(pairs, ({ entry }) => entry);
  const isAlone = ({ payout, entry }: (typeof pairs)[number]) =>
    byPayout.get(payout)?.length === 1 && byEntry.get(entry)?.length === 1;
  const matches = pairs.filter(isAlone);
  const ambiguous = new Set(pairs.filter((pair) => !isAlone(pair)).map(({ payout }) => payout));
  return { matches, ambiguous: [...ambiguous] };
}

function fits(payout: Payout, entry: Booking): boolean {
  if (entry.direction !== 'credit' || entry.reversal || entry.doubt !== null) return false;
  if (entry.amount.asset.id !== payout.amount.asset.id || entry.amount.units !== sentUnits(payout)) return false;
  const expected = Date.parse(payout.arrivesOn ?? payout.bookedAt.toISOString().slice(0, 10));
  const days = (Date.parse(entry.bookedOn) - expected) / DAY_MS;
  return days >= -EARLY_DAYS && days <= LATE_DAYS && bearsWords(payout, entry);
}

/** What a payout brings to the bank: its fee is the acquirer's and comes out of the account beside it. */
export function sentUnits({ amount }: Pick<Payout, 'amount'>): bigint {
  return -amount.units;
}

/** The words that the acquirer has announced, its id of the payout, or where it announces none, its name. */
function bearsWords({ acquirer, subject, descriptor }: Payout, entry: Booking): boolean {
  const said = plain([entry.remittance, entry.endToEndId, entry.counterpartyName].join(' '));
  return [subject, descriptor || acquirer].some((word) => word !== '' && said.includes(plain(word)));
}

/** Banks break lines, cut and change signs. */
function plain(text: string): string {
  return text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
