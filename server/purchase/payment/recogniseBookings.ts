import { eachInTurn, giveTurn } from '../../platform/turns.ts';
import type { BankEntry, BankStatement } from '../../providers/bank/bankPort.ts';
import {
  daysBetween,
  differs,
  type KnownBooking,
  likenessOf,
  NEAR_DAYS,
  plain,
  referencesOf,
  type Texts,
  textLikeness,
} from './bookingLikeness.ts';

export type Recognised =
  | { readonly kind: 'same'; readonly id: string }
  /** `doubt`: one that it may be, told in other words; a person has to look. */
  | { readonly kind: 'new'; readonly id: string; readonly doubt: string | null };

/**
 * Which of a file's bookings are told for the first time. A statement tells each booking of its days once, and so do a
 * bank's notifications; so a booking of a statement is looked for among those that no statement has told, whatever ids and
 * texts the two files give it, since banks shorten texts and leave out references, and a payer chooses most of them. Two
 * bookings that look alike are two as soon as one statement tells both, or two statements one each.
 *
 * What would pay an order and is recognised by nothing else than its amount and day, while one without an order's reference
 * is still to come, is new and doubtful: one for each of these.
 */
export async function recogniseBookings(
  told: readonly BankEntry[],
  kind: BankStatement['kind'],
  known: readonly KnownBooking[],
): Promise<Recognised[]> {
  const standing = known.filter(({ status }) => status !== 'itemised');
  const free = new Map(standing.filter((booking) => isFree(booking, kind)).map((booking) => [booking.id, booking]));
  await giveTurn();
  const sameIds = new Map(standing.map((booking) => [booking.id, booking]));
  const found = await eachInTurn(told, (entry) => byId(entry, kind, free, sameIds));
  const alike = await byLikeness(told, found, free);
  await giveTurn();
  for (const [index, id] of alike) found[index] = id;
  await giveTurn();
  const names = new Set(known.map(({ id }) => id));
  const suspects = new Suspects(free);
  return eachInTurn(told, (entry, index): Recognised => {
    const id = found[index];
    if (id !== undefined) return { kind: 'same', id };
    return { kind: 'new', id: nameFor(entry, names), doubt: suspects.doubtOf(entry) };
  });
}

function isFree({ statedIn, notified }: KnownBooking, kind: BankStatement['kind']): boolean {
  return kind === 'statement' ? statedIn === null : !notified;
}

/** A notification may come twice, with the same ids. A statement does not repeat what another one told. */
function byId(
  entry: BankEntry,
  kind: BankStatement['kind'],
  free: Map<string, KnownBooking>,
  named: ReadonlyMap<string, KnownBooking>,
): string | undefined {
  const same = named.get(entry.entryId);
  if (!same || daysBetween(same.bookedOn, entry.bookedOn) > NEAR_DAYS) return undefined;
  if (kind === 'statement' && !free.has(same.id)) return undefined;
  free.delete(same.id);
  return same.id;
}

type Words = Texts & Pick<BankEntry, 'reference' | 'transactionId' | 'bookedOn'>;

/**
 * By what bookings of one amount are put side by side, the surest first, so that not each of a busy day is compared with
 * each other. Nothing where a booking does not say it.
 */
const COMPARED_BY: readonly ((words: Words) => string | undefined)[] = [
  ({ reference }) => reference || undefined,
  ({ transactionId }) => transactionId || undefined,
  (words) => referencesOf(words)[0],
  ({ remittance }) => plain(remittance) || undefined,
  ({ bookedOn }) => bookedOn,
];

/** The most alike first, each booking once. Takes from `free` what it has found. */
async function byLikeness(
  told: readonly BankEntry[],
  found: readonly (string | undefined)[],
  free: Map<string, KnownBooking>,
): Promise<ReadonlyMap<number, string>> {
  const result = new Map<number, string>();
  for (const wordOf of COMPARED_BY) {
    if (free.size === 0) break;
    const words = await eachInTurn([...free.values()], (booking) => ({
      id: booking.id,
      group: groupOf(booking, booking.units, wordOf(booking)),
    }));
    await giveTurn();
    const side = Map.groupBy(words, ({ group }) => group);
    const pairsOf = await eachInTurn(told, (entry, index) => {
      const word = wordOf(entry);
      if (word === undefined || found[index] !== undefined || result.has(index)) return [];
      return (side.get(groupOf(entry, entry.amount.units, word)) ?? [])
        .map(({ id }) => ({ index, id, likeness: likenessOf(entry, free.get(id)) }))
        .filter(({ likeness }) => likeness > 0);
    });
    await giveTurn();
    const pairs = pairsOf.flat();
    await giveTurn();
    pairs.sort((a, b) => b.likeness - a.likeness);
    await eachInTurn(pairs, ({ index, id }) => {
      if (!result.has(index) && free.delete(id)) result.set(index, id);
    });
  }
  return result;
}

function groupOf({ direction }: Pick<BankEntry, 'direction'>, units: bigint, word: string | undefined): string {
  return `${direction} ${units} ${word ?? ''}`;
}

/** Bookings that are still to come, by their amount and day. */
class Suspects {
  readonly #alike: ReadonlyMap<string, Set<KnownBooking>>;

  constructor(free: ReadonlyMap<string, KnownBooking>) {
    const alike = Map.groupBy(free.values(), (booking) => groupOf(booking, booking.units, booking.bookedOn));
    this.#alike = new Map([...alike].map(([group, bookings]) => [group, new Set(bookings)]));
  }

  /** One of the same amount and day that nothing tells apart for certain. It is nobody else's then. */
  doubtOf(entry: BankEntry): string | null {
    if (referencesOf(entry).length === 0) return null;
    const alike = this.#alike.get(groupOf(entry, entry.amount.units, entry.bookedOn)) ?? new Set();
    for (const booking of alike) {
      if (booking.suspected || referencesOf(booking).length > 0) continue;
      if (differs(entry.counterparty.account, booking.counterpartyAccount)) continue;
      const otherText = textLikeness(entry, booking) === 'differs';
      if (otherText && differs(entry.reference, booking.reference)) continue;
      alike.delete(booking);
      return booking.id;
    }
    return null;
  }
}

/** Banks give a reference again after a while, and the second of two that look alike has the first one's id. */
export function nameFor({ entryId, bookedOn }: BankEntry, names: Set<string>): string {
  const dated = `${entryId}@${bookedOn}`;
  let name = names.has(entryId) ? dated : entryId;
  for (let count = 2; names.has(name); count += 1) name = `${dated}:${count}`;
  names.add(name);
  return name;
}
