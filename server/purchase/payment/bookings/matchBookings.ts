import { mapWithYields, yieldToEventLoop } from '../../../platform/eventLoopYield.ts';
import type { BankEntry, BankStatement } from '../../../providers/bank/bankPort.ts';
import {
  comparePayerTexts,
  daysBetween,
  findBookingReferences,
  isKnownDifferent,
  type KnownBooking,
  MAX_DATE_DIFFERENCE_DAYS,
  normalizeText,
  type PayerTexts,
  scoreSimilarity,
} from './bookingSimilarity.ts';

export type BookingMatch =
  | { readonly kind: 'same'; readonly id: string }
  /** `doubt`: the id of a stored booking that this one may repeat with other texts; a person must decide. */
  | { readonly kind: 'new'; readonly id: string; readonly doubt: string | null };

/**
 * Finds which of a file's bookings are new. A bank's statements report each booking only once, and so do its notifications.
 * So a statement's booking is matched only with stored bookings that no statement contains, and two similar bookings are
 * distinct if statements contain both. Ids and texts of a match may differ: banks shorten texts and omit references, and
 * the payer chooses most of them.
 *
 * A booking that would pay an order is new but doubtful if a stored booking has the same amount and day, no order reference
 * and no match yet. Each such stored booking makes at most one booking doubtful.
 */
export async function matchBookings(
  entries: readonly BankEntry[],
  kind: BankStatement['kind'],
  known: readonly KnownBooking[],
): Promise<BookingMatch[]> {
  const countedBookings = known.filter(({ status }) => status !== 'itemised');
  const free = new Map(
    countedBookings.filter((booking) => isFree(booking, kind)).map((booking) => [booking.id, booking]),
  );
  await yieldToEventLoop();
  const sameIds = new Map(countedBookings.map((booking) => [booking.id, booking]));
  const found = await mapWithYields(entries, (entry) => matchById(entry, kind, free, sameIds));
  const alike = await matchBySimilarity(entries, found, free);
  await yieldToEventLoop();
  for (const [index, id] of alike) found[index] = id;
  await yieldToEventLoop();
  const names = new Set(known.map(({ id }) => id));
  const suspects = new Suspects(free);
  return mapWithYields(entries, (entry, index): BookingMatch => {
    const id = found[index];
    if (id !== undefined) return { kind: 'same', id };
    return { kind: 'new', id: createUniqueEntryId(entry, names), doubt: suspects.findDoubt(entry) };
  });
}

function isFree({ statedIn, notified }: KnownBooking, kind: BankStatement['kind']): boolean {
  return kind === 'statement' ? statedIn === null : !notified;
}

/**
 * Returns the id of the stored booking that has the entry's id and a near date, and removes it from `free`. A notification may
 * arrive twice with the same ids. A statement never repeats a booking of another statement.
 */
function matchById(
  entry: BankEntry,
  kind: BankStatement['kind'],
  free: Map<string, KnownBooking>,
  byId: ReadonlyMap<string, KnownBooking>,
): string | undefined {
  const same = byId.get(entry.entryId);
  if (!same || daysBetween(same.bookedOn, entry.bookedOn) > MAX_DATE_DIFFERENCE_DAYS) return undefined;
  if (kind === 'statement' && !free.has(same.id)) return undefined;
  free.delete(same.id);
  return same.id;
}

type BookingTexts = PayerTexts & Pick<BankEntry, 'reference' | 'transactionId' | 'bookedOn'>;

/**
 * Keys by which bookings of one amount are grouped, most reliable first, so that not every pair of a busy day is
 * compared. Undefined if a booking lacks the key.
 */
const COMPARED_BY: readonly ((texts: BookingTexts) => string | undefined)[] = [
  ({ reference }) => reference || undefined,
  ({ transactionId }) => transactionId || undefined,
  (texts) => findBookingReferences(texts)[0],
  ({ remittance }) => normalizeText(remittance) || undefined,
  ({ bookedOn }) => bookedOn,
];

/** Matches the most similar pairs first, each booking once. Removes matches from `free`. */
async function matchBySimilarity(
  entries: readonly BankEntry[],
  found: readonly (string | undefined)[],
  free: Map<string, KnownBooking>,
): Promise<ReadonlyMap<number, string>> {
  const result = new Map<number, string>();
  for (const getKey of COMPARED_BY) {
    if (free.size === 0) break;
    const candidates = await mapWithYields([...free.values()], (booking) => ({
      id: booking.id,
      group: buildGroupKey(booking, booking.units, getKey(booking)),
    }));
    await yieldToEventLoop();
    const side = Map.groupBy(candidates, ({ group }) => group);
    const comparedPairs = await mapWithYields(entries, (entry, index) => {
      const key = getKey(entry);
      if (key === undefined || found[index] !== undefined || result.has(index)) return [];
      return (side.get(buildGroupKey(entry, entry.amount.units, key)) ?? [])
        .map(({ id }) => ({ index, id, likeness: scoreSimilarity(entry, free.get(id)) }))
        .filter(({ likeness }) => likeness > 0);
    });
    await yieldToEventLoop();
    const pairs = comparedPairs.flat();
    await yieldToEventLoop();
    pairs.sort((a, b) => b.likeness - a.likeness);
    await mapWithYields(pairs, ({ index, id }) => {
      if (!result.has(index) && free.delete(id)) result.set(index, id);
    });
  }
  return result;
}

function buildGroupKey({ direction }: Pick<BankEntry, 'direction'>, units: bigint, key: string | undefined): string {
  return `${direction} ${units} ${key ?? ''}`;
}

/** Stored bookings that are not matched yet, grouped by amount and day. */
class Suspects {
  readonly #alike: ReadonlyMap<string, Set<KnownBooking>>;

  constructor(free: ReadonlyMap<string, KnownBooking>) {
    const alike = Map.groupBy(free.values(), (booking) => buildGroupKey(booking, booking.units, booking.bookedOn));
    this.#alike = new Map([...alike].map(([group, bookings]) => [group, new Set(bookings)]));
  }

  /**
   * Returns the id of a stored booking of the same amount and day that the entry may duplicate, and reserves it; null if
   * there is none.
   */
  findDoubt(entry: BankEntry): string | null {
    if (findBookingReferences(entry).length === 0) return null;
    const alike = this.#alike.get(buildGroupKey(entry, entry.amount.units, entry.bookedOn)) ?? new Set();
    for (const booking of alike) {
      if (booking.suspected || findBookingReferences(booking).length > 0) continue;
      if (isKnownDifferent(entry.counterparty.account, booking.counterpartyAccount)) continue;
      const otherText = comparePayerTexts(entry, booking) === 'differs';
      if (otherText && isKnownDifferent(entry.reference, booking.reference)) continue;
      alike.delete(booking);
      return booking.id;
    }
    return null;
  }
}

/**
 * Returns an id that is not in `names`, and adds it. Banks reuse ids after a while, and may give two similar bookings the
 * same id.
 */
export function createUniqueEntryId({ entryId, bookedOn }: BankEntry, names: Set<string>): string {
  const dated = `${entryId}@${bookedOn}`;
  let name = names.has(entryId) ? dated : entryId;
  for (let count = 2; names.has(name); count += 1) name = `${dated}:${count}`;
  names.add(name);
  return name;
}
