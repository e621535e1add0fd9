import { mapWithYields, yieldToEventLoop } from '../../../platform/eventLoopYield.ts';
import type { BankEntry, BankStatement } from '../../../providers/bank/bankPort.ts';
import {
  daysBetween,
  findBookingReferences,
  type KnownBooking,
  MAX_DATE_DIFFERENCE_DAYS,
} from './bookingSimilarity.ts';
import { type BookingMatch, createUniqueEntryId, matchBookings } from './matchBookings.ts';

export type CollectiveBookingMatch =
  | BookingMatch
  /** A collective booking whose parts are already stored. */
  | { readonly kind: 'known_by_parts'; readonly ids: readonly string[] }
  /** A part of a collective booking that is stored as one sum. */
  | { readonly kind: 'part_of_known'; readonly id: string; readonly whole: KnownBooking };

/**
 * Matches collective bookings that one file of the bank reports as one sum and another file as its parts, in either order
 * (SIX, Swiss Implementation Guidelines for Cash Management: camt.053 may refer to a camt.054 for the details). The sum and
 * the parts match by amount and the bank's reference of the batch. If one file lacks the reference, they match by amount and
 * day, if the sum has no other details and matches nothing else in the file.
 */
export async function matchCollectiveBookings(
  entries: readonly BankEntry[],
  kind: BankStatement['kind'],
  known: readonly KnownBooking[],
): Promise<CollectiveBookingMatch[]> {
  const batches = groupBatches(entries);
  await yieldToEventLoop();
  const names = new Set(known.map(({ id }) => id));
  await yieldToEventLoop();
  const search = new CollectiveSearch(kind, known, names, await groupCollectiveBookings(known));
  const byReference = await mapWithYields(entries, (entry) => search.match(entry, batches, hasSameReference));
  await yieldToEventLoop();
  const unmatched = entries.flatMap((entry, index) => (byReference[index] ? [] : [{ entry, index }]));
  await yieldToEventLoop();
  const others = await matchBookings(
    unmatched.map(({ entry }) => entry),
    kind,
    search.listUnused(),
  );
  await yieldToEventLoop();
  search.markUsed(others.flatMap((each) => (each.kind === 'same' ? [each.id] : [])));
  await yieldToEventLoop();
  const isNew = new Set(unmatched.filter((_, place) => others[place]?.kind === 'new').map(({ entry }) => entry));
  await yieldToEventLoop();
  const newBatches = groupBatches([...isNew]);
  await yieldToEventLoop();
  const result: (CollectiveBookingMatch | undefined)[] = [...byReference];
  await mapWithYields(unmatched, ({ entry, index }, place) => {
    const whole = isNew.has(entry) ? search.match(entry, newBatches, isSameDayWithoutReference) : undefined;
    result[index] = whole ?? others[place];
  });
  return result.filter((each) => each !== undefined);
}

async function groupCollectiveBookings(known: readonly KnownBooking[]): Promise<Map<string, KnownBooking[]>> {
  const countedBookings = known.filter(({ batch, status }) => batch === null && status !== 'itemised');
  const wholes = new Map<string, KnownBooking[]>();
  await mapWithYields(countedBookings, (booking) => {
    const key = `${booking.direction} ${booking.units}`;
    const alike = wholes.get(key);
    if (alike) alike.push(booking);
    else wholes.set(key, [booking]);
  });
  return wholes;
}

/** The fields of a collective booking, new or stored, that are compared with the batch reference of its parts. */
type CollectiveBooking = Pick<BankEntry, 'reference' | 'bookedOn' | 'remittance' | 'endToEndId' | 'furtherText'> & {
  readonly payer: string;
};
type Batch = { readonly reference: string; readonly bookedOn: string };
/** The parts of a file's batches, by batch. */
type Batches = ReadonlyMap<string, readonly BankEntry[]>;
type CollectiveComparison = (whole: CollectiveBooking, batch: Batch) => boolean;

function hasSameReference(whole: CollectiveBooking, batch: Batch): boolean {
  return (
    whole.reference !== '' &&
    whole.reference === batch.reference &&
    daysBetween(whole.bookedOn, batch.bookedOn) <= MAX_DATE_DIFFERENCE_DAYS
  );
}

function isSameDayWithoutReference(whole: CollectiveBooking, batch: Batch): boolean {
  const differs = whole.reference !== '' && batch.reference !== '';
  const isDescribed = whole.payer !== '' || whole.endToEndId !== '' || findBookingReferences(whole).length > 0;
  return !differs && !isDescribed && whole.bookedOn === batch.bookedOn;
}

/** Matches each stored collective booking, and each group of stored parts, with at most one booking or batch of the file. */
class CollectiveSearch {
  readonly #kind: BankStatement['kind'];
  readonly #known: readonly KnownBooking[];
  readonly #names: Set<string>;
  readonly #used = new Set<string>();
  /** `#wholes`: stored bookings that are no parts. `#parts`: stored parts. Both by direction and the amount of the whole. */
  readonly #wholes: ReadonlyMap<string, readonly KnownBooking[]>;
  readonly #parts: ReadonlyMap<string, readonly KnownBooking[]>;
  readonly #found = new Map<string, KnownBooking>();

  constructor(
    kind: BankStatement['kind'],
    known: readonly KnownBooking[],
    names: Set<string>,
    wholes: ReadonlyMap<string, readonly KnownBooking[]>,
  ) {
    this.#kind = kind;
    this.#known = known;
    this.#names = names;
    this.#wholes = wholes;
    const parts = known.filter(({ batch }) => batch !== null);
    this.#parts = Map.groupBy(parts, ({ direction, batch }) => `${direction} ${batch?.units}`);
  }

  listUnused(): KnownBooking[] {
    return this.#known.filter(({ id }) => !this.#used.has(id));
  }

  markUsed(ids: readonly string[]): void {
    for (const id of ids) this.#used.add(id);
  }

  match(entry: BankEntry, batches: Batches, isSame: CollectiveComparison): CollectiveBookingMatch | undefined {
    if (entry.batch) return this.#matchWhole(entry, entry.batch, batches, isSame);
    return this.#matchParts(entry, isSame) ?? this.#matchOnlyPart(entry);
  }

  /**
   * Matches the only part of a collective booking, which no file marks as a part. The stored sum has no order reference, and
   * the part has one.
   */
  #matchOnlyPart(entry: BankEntry): CollectiveBookingMatch | undefined {
    const { amount, reference } = entry;
    if (findBookingReferences(entry).length === 0) return undefined;
    const whole = this.#findUnusedWhole(
      entry,
      { units: amount.units, reference },
      hasSameReference,
      isUnsettledWithoutReference,
    );
    if (!whole) return undefined;
    this.markUsed([whole.id]);
    return { kind: 'part_of_known', id: createUniqueEntryId(entry, this.#names), whole };
  }

  /** Matches all parts of a batch with the same collective booking, or none of them. */
  #matchWhole(
    entry: BankEntry,
    batch: NonNullable<BankEntry['batch']>,
    batches: Batches,
    isSame: CollectiveComparison,
  ): CollectiveBookingMatch | undefined {
    const key = buildBatchKey(entry);
    const whole = this.#found.get(key) ?? this.#findUnusedWhole(entry, batch, isSame);
    const sum = sumUnits((batches.get(key) ?? []).map(({ amount }) => amount.units));
    if (!whole || sum !== batch.units) return undefined;
    this.#found.set(key, whole);
    this.markUsed([whole.id]);
    return { kind: 'part_of_known', id: createUniqueEntryId(entry, this.#names), whole };
  }

  #findUnusedWhole(
    { direction, bookedOn }: BankEntry,
    { units, reference }: NonNullable<BankEntry['batch']>,
    isSame: CollectiveComparison,
    isPossible: (booking: KnownBooking) => boolean = () => true,
  ): KnownBooking | undefined {
    return this.#wholes
      .get(`${direction} ${units}`)
      ?.find(
        (booking) =>
          this.#isFree([booking]) &&
          isPossible(booking) &&
          isSame({ ...booking, payer: booking.counterpartyAccount }, { reference, bookedOn }),
      );
  }

  #matchParts(entry: BankEntry, isSame: CollectiveComparison): CollectiveBookingMatch | undefined {
    const { units } = entry.amount;
    const groups = Map.groupBy(this.#parts.get(`${entry.direction} ${units}`) ?? [], buildBatchKey);
    const whole = { ...entry, payer: entry.counterparty.account };
    const parts = [...groups.values()].find(
      (group) =>
        sumUnits(group.map((part) => part.units)) === units &&
        this.#isFree(group) &&
        group.every(({ batch, bookedOn }) => isSame(whole, { reference: batch?.reference ?? '', bookedOn })),
    );
    if (!parts) return undefined;
    const ids = parts.map(({ id }) => id);
    this.markUsed(ids);
    return { kind: 'known_by_parts', ids };
  }

  /** A statement never repeats a booking of another statement; notifications of one booking may repeat. */
  #isFree(bookings: readonly KnownBooking[]): boolean {
    return bookings.every(
      ({ id, statedIn }) => !this.#used.has(id) && (this.#kind === 'notification' || statedIn === null),
    );
  }
}

/** Returns whether the booking is not settled yet and contains no order reference. */
function isUnsettledWithoutReference(booking: KnownBooking): boolean {
  return (booking.status === 'new' || booking.status === 'unallocated') && findBookingReferences(booking).length === 0;
}

function groupBatches(entries: readonly BankEntry[]): Batches {
  return Map.groupBy(
    entries.filter(({ batch }) => batch !== null),
    buildBatchKey,
  );
}

function buildBatchKey({ batch, direction, bookedOn }: Pick<BankEntry, 'batch' | 'direction' | 'bookedOn'>): string {
  return `${direction} ${bookedOn} ${batch?.units} ${batch?.reference}`;
}

function sumUnits(units: readonly bigint[]): bigint {
  return units.reduce((sum, each) => sum + each, 0n);
}
