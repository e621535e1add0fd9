import type { BankEntry, BankStatement } from '../../providers/bank/bankPort.ts';
import { referencesIn } from '../order/transferReference.ts';

/** A stored booking, as far as a file's bookings are compared with it. */
export type KnownBooking = Pick<
  BankEntry,
  'direction' | 'bookedOn' | 'reference' | 'transactionId' | 'endToEndId' | 'remittance'
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
};

export type Recognised =
  | { readonly kind: 'same'; readonly id: string }
  /** `doubt`: one that it may be, told in other words; a person has to look. */
  | { readonly kind: 'new'; readonly id: string; readonly doubt: string | null };

/** Files of one booking may disagree on its day: booked in the evening, told the day after. */
export const NEAR_DAYS = 5;
const DAY_MS = 86_400_000;

/**
 * Which of a file's bookings are told for the first time. A statement tells each booking of its days once, and so do a
 * bank's notifications; so a booking of a statement is looked for among those that no statement has told, whatever ids and
 * texts the two files give it, since banks shorten texts and leave out references, and a payer chooses most of them. Two
 * bookings that look alike are two as soon as one statement tells both, or two statements one each.
 *
 * What would pay an order and is recognised by nothing else than its amount and day, while one without an order's reference
 * is still to come, is new and doubtful: one for each of these.
 */
export function recogniseBookings(
  told: readonly BankEntry[],
  kind: BankStatement['kind'],
  known: readonly KnownBooking[],
): Recognised[] {
  const free = new Map(known.filter((booking) => isFree(booking, kind)).map((booking) => [booking.id, booking]));
  const named = new Map(known.map((booking) => [booking.id, booking]));
  const found = told.map((entry) => byId(entry, kind, free, named));
  for (const [index, id] of byLikeness(told, found, free)) found[index] = id;
  const names = new Set(named.keys());
  return told.map((entry, index): Recognised => {
    const id = found[index];
    if (id !== undefined) return { kind: 'same', id };
    return { kind: 'new', id: nameFor(entry, names), doubt: doubtOf(entry, free) };
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

type Words = Pick<BankEntry, 'reference' | 'transactionId' | 'remittance' | 'bookedOn'>;

/**
 * By what bookings of one amount are put side by side, the surest first, so that not each of a busy day is compared with
 * each other. Nothing where a booking does not say it.
 */
const COMPARED_BY: readonly ((words: Words) => string | undefined)[] = [
  ({ reference }) => reference || undefined,
  ({ transactionId }) => transactionId || undefined,
  ({ remittance }) => referencesIn(remittance)[0],
  ({ remittance }) => plain(remittance) || undefined,
  ({ bookedOn }) => bookedOn,
];

/** The most alike first, each booking once. Takes from `free` what it has found. */
function byLikeness(
  told: readonly BankEntry[],
  found: readonly (string | undefined)[],
  free: Map<string, KnownBooking>,
): (readonly [index: number, id: string])[] {
  const result = new Map<number, string>();
  for (const wordOf of COMPARED_BY) {
    if (free.size === 0) break;
    const side = Map.groupBy(free.values(), (booking) => groupOf(booking, booking.units, wordOf(booking)));
    const pairs = told.flatMap((entry, index) => {
      const word = wordOf(entry);
      if (word === undefined || found[index] !== undefined || result.has(index)) return [];
      return (side.get(groupOf(entry, entry.amount.units, word)) ?? [])
        .map(({ id }) => ({ index, id, likeness: likenessOf(entry, free.get(id)) }))
        .filter(({ likeness }) => likeness > 0);
    });
    for (const { index, id } of pairs.toSorted((a, b) => b.likeness - a.likeness)) {
      if (!result.has(index) && free.delete(id)) result.set(index, id);
    }
  }
  return [...result];
}

function groupOf({ direction }: Pick<BankEntry, 'direction'>, units: bigint, word: string | undefined): string {
  return `${direction} ${units} ${word ?? ''}`;
}

/** Zero for what cannot be taken for the same. Amount and direction are the same already. */
function likenessOf(entry: BankEntry, booking: KnownBooking | undefined): number {
  if (!booking) return 0;
  const reference = isSame(entry.reference, booking.reference);
  const transaction = isSame(entry.transactionId, booking.transactionId);
  const near = daysBetween(entry.bookedOn, booking.bookedOn) <= NEAR_DAYS;
  if (near && (reference || transaction)) return reference ? 100 : 50;
  if (entry.bookedOn !== booking.bookedOn || differs(entry.counterparty.account, booking.counterpartyAccount)) return 0;

  const account = isSame(entry.counterparty.account, booking.counterpartyAccount) ? 2 : 0;
  const name = isSame(entry.counterparty.name, booking.counterpartyName) ? 1 : 0;
  const text = textLikeness(entry.remittance, booking.remittance);
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
function textLikeness(one: string, other: string): 'same' | 'shortened' | 'differs' | 'unknown' {
  const [first, second] = [referencesIn(one), referencesIn(other)];
  if (first.some((reference) => second.includes(reference))) return 'same';
  if (first.length > 0 && second.length > 0) return 'differs';
  const [a, b] = [plain(one), plain(other)];
  if (a === '' || b === '') return 'unknown';
  if (a === b) return 'same';
  const [longer, shorter] = a.length > b.length ? [a, b] : [b, a];
  return longer.startsWith(shorter) || (shorter.length >= SHORTEST_TEXT && longer.includes(shorter))
    ? 'shortened'
    : 'differs';
}

function saysNothing(entry: BankEntry, booking: KnownBooking): boolean {
  const { endToEndId, remittance, counterparty } = entry;
  const spoken = [
    [endToEndId, remittance, counterparty.account, counterparty.name],
    [booking.endToEndId, booking.remittance, booking.counterpartyAccount, booking.counterpartyName],
  ];
  return spoken.some((words) => words.every((word) => word === ''));
}

/** One of the same amount and day that is still to come, and that nothing tells apart for certain. Takes it from `free`. */
function doubtOf(entry: BankEntry, free: Map<string, KnownBooking>): string | null {
  if (referencesIn(entry.remittance).length === 0) return null;
  for (const booking of free.values()) {
    if (booking.suspected || booking.direction !== entry.direction || booking.units !== entry.amount.units) continue;
    if (booking.bookedOn !== entry.bookedOn || referencesIn(booking.remittance).length > 0) continue;
    if (differs(entry.counterparty.account, booking.counterpartyAccount)) continue;
    const otherText = textLikeness(entry.remittance, booking.remittance) === 'differs';
    if (otherText && differs(entry.reference, booking.reference)) continue;
    free.delete(booking.id);
    return booking.id;
  }
  return null;
}

/** Banks give a reference again after a while, and the second of two that look alike has the first one's id. */
function nameFor({ entryId, bookedOn }: BankEntry, names: Set<string>): string {
  const dated = `${entryId}@${bookedOn}`;
  let name = names.has(entryId) ? dated : entryId;
  for (let count = 2; names.has(name); count += 1) name = `${dated}:${count}`;
  names.add(name);
  return name;
}

function isSame(one: string, other: string): boolean {
  return one !== '' && one === other;
}

function differs(one: string, other: string): boolean {
  return one !== '' && other !== '' && one !== other;
}

function plain(text: string): string {
  return text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function daysBetween(one: string, other: string): number {
  return Math.abs(Date.parse(one) - Date.parse(other)) / DAY_MS;
}
