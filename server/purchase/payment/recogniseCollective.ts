import { eachInTurn, giveTurn } from '../../platform/turns.ts';
import type { BankEntry, BankStatement } from '../../providers/bank/bankPort.ts';
import { daysBetween, type KnownBooking, NEAR_DAYS, referencesOf } from './bookingLikeness.ts';
import { nameFor, type Recognised, recogniseBookings } from './recogniseBookings.ts';

export type RecognisedCollective =
  | Recognised
  /** The whole of a collective booking of which the parts are known. */
  | { readonly kind: 'known_by_parts'; readonly ids: readonly string[] }
  /** A part of a collective booking that is known as one sum. */
  | { readonly kind: 'part_of_known'; readonly id: string; readonly whole: KnownBooking };

/**
 * As {@link recogniseBookings}, where one file of the bank tells a collective booking as one sum and another one tells its
 * parts, in whichever order (SIX, Swiss Implementation Guidelines for Cash Management: camt.053 may refer to a camt.054 for
 * the details). The bank's reference of the whole says so, together with the amount; where one of the files gives none, the
 * amount and the day do, of a sum that says nothing else and that nothing else in the file is.
 */
export async function recogniseCollective(
  told: readonly BankEntry[],
  kind: BankStatement['kind'],
  known: readonly KnownBooking[],
): Promise<RecognisedCollective[]> {
  const batches = batchesOf(told);
  await giveTurn();
  const names = new Set(known.map(({ id }) => id));
  await giveTurn();
  const search = new CollectiveSearch(kind, known, names, await wholesOf(known));
  const byReference = await eachInTurn(told, (entry) => search.find(entry, batches, hasSameReference));
  await giveTurn();
  const left = told.flatMap((entry, index) => (byReference[index] ? [] : [{ entry, index }]));
  await giveTurn();
  const others = await recogniseBookings(
    left.map(({ entry }) => entry),
    kind,
    search.unused(),
  );
  await giveTurn();
  search.use(others.flatMap((each) => (each.kind === 'same' ? [each.id] : [])));
  await giveTurn();
  const isNew = new Set(left.filter((_, place) => others[place]?.kind === 'new').map(({ entry }) => entry));
  await giveTurn();
  const newBatches = batchesOf([...isNew]);
  await giveTurn();
  const result: (RecognisedCollective | undefined)[] = [...byReference];
  await eachInTurn(left, ({ entry, index }, place) => {
    const whole = isNew.has(entry) ? search.find(entry, newBatches, isSilentlySame) : undefined;
    result[index] = whole ?? others[place];
  });
  return result.filter((each) => each !== undefined);
}

async function wholesOf(known: readonly KnownBooking[]): Promise<Map<string, KnownBooking[]>> {
  const standing = known.filter(({ batch, status }) => batch === null && status !== 'itemised');
  const wholes = new Map<string, KnownBooking[]>();
  await eachInTurn(standing, (booking) => {
    const key = `${booking.direction} ${booking.units}`;
    const alike = wholes.get(key);
    if (alike) alike.push(booking);
    else wholes.set(key, [booking]);
  });
  return wholes;
}

/** A whole, told or known, and a batch that a part says it stands in. */
type Whole = Pick<BankEntry, 'reference' | 'bookedOn' | 'remittance' | 'endToEndId' | 'furtherText'> & {
  readonly payer: string;
};
type Batch = { readonly reference: string; readonly bookedOn: string };
/** The parts of a file's batches, by what they say of the whole. */
type Batches = ReadonlyMap<string, readonly BankEntry[]>;
type Sameness = (whole: Whole, batch: Batch) => boolean;

function hasSameReference(whole: Whole, batch: Batch): boolean {
  return (
    whole.reference !== '' &&
    whole.reference === batch.reference &&
    daysBetween(whole.bookedOn, batch.bookedOn) <= NEAR_DAYS
  );
}

function isSilentlySame(whole: Whole, batch: Batch): boolean {
  const differs = whole.reference !== '' && batch.reference !== '';
  const says = whole.payer !== '' || whole.endToEndId !== '' || referencesOf(whole).length > 0;
  return !differs && !says && whole.bookedOn === batch.bookedOn;
}

/** Finds each known whole, and each group of known parts, once. */
class CollectiveSearch {
  readonly #kind: BankStatement['kind'];
  readonly #known: readonly KnownBooking[];
  readonly #names: Set<string>;
  readonly #used = new Set<string>();
  /** Known bookings that are no parts, and known parts, by direction and the amount of the whole. */
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

  unused(): KnownBooking[] {
    return this.#known.filter(({ id }) => !this.#used.has(id));
  }

  use(ids: readonly string[]): void {
    for (const id of ids) this.#used.add(id);
  }

  find(entry: BankEntry, batches: Batches, isSame: Sameness): RecognisedCollective | undefined {
    if (entry.batch) return this.#wholeOf(entry, entry.batch, batches, isSame);
    return this.#partsOf(entry, isSame) ?? this.#onlyPart(entry);
  }

  /** A collective booking of one payer looks like any other: it is known by the text that its sum was told without. */
  #onlyPart(entry: BankEntry): RecognisedCollective | undefined {
    const { amount, reference } = entry;
    if (referencesOf(entry).length === 0) return undefined;
    const whole = this.#newWhole(entry, { units: amount.units, reference }, hasSameReference, isSilent);
    if (!whole) return undefined;
    this.use([whole.id]);
    return { kind: 'part_of_known', id: nameFor(entry, this.#names), whole };
  }

  /** All parts of a batch find the same whole, or none does. */
  #wholeOf(
    entry: BankEntry,
    batch: NonNullable<BankEntry['batch']>,
    batches: Batches,
    isSame: Sameness,
  ): RecognisedCollective | undefined {
    const key = batchKey(entry);
    const whole = this.#found.get(key) ?? this.#newWhole(entry, batch, isSame);
    const sum = sumOf((batches.get(key) ?? []).map(({ amount }) => amount.units));
    if (!whole || sum !== batch.units) return undefined;
    this.#found.set(key, whole);
    this.use([whole.id]);
    return { kind: 'part_of_known', id: nameFor(entry, this.#names), whole };
  }

  #newWhole(
    { direction, bookedOn }: BankEntry,
    { units, reference }: NonNullable<BankEntry['batch']>,
    isSame: Sameness,
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

  #partsOf(entry: BankEntry, isSame: Sameness): RecognisedCollective | undefined {
    const { units } = entry.amount;
    const groups = Map.groupBy(this.#parts.get(`${entry.direction} ${units}`) ?? [], batchKey);
    const whole = { ...entry, payer: entry.counterparty.account };
    const parts = [...groups.values()].find(
      (group) =>
        sumOf(group.map((part) => part.units)) === units &&
        this.#isFree(group) &&
        group.every(({ batch, bookedOn }) => isSame(whole, { reference: batch?.reference ?? '', bookedOn })),
    );
    if (!parts) return undefined;
    const ids = parts.map(({ id }) => id);
    this.use(ids);
    return { kind: 'known_by_parts', ids };
  }

  /** A statement tells nothing that another one told; notifications of one booking may be several. */
  #isFree(bookings: readonly KnownBooking[]): boolean {
    return bookings.every(
      ({ id, statedIn }) => !this.#used.has(id) && (this.#kind === 'notification' || statedIn === null),
    );
  }
}

/** It waits for a person, and bears no reference of an order. */
function isSilent(booking: KnownBooking): boolean {
  return (booking.status === 'new' || booking.status === 'unallocated') && referencesOf(booking).length === 0;
}

function batchesOf(entries: readonly BankEntry[]): Batches {
  return Map.groupBy(
    entries.filter(({ batch }) => batch !== null),
    batchKey,
  );
}

function batchKey({ batch, direction, bookedOn }: Pick<BankEntry, 'batch' | 'direction' | 'bookedOn'>): string {
  return `${direction} ${bookedOn} ${batch?.units} ${batch?.reference}`;
}

function sumOf(units: readonly bigint[]): bigint {
  return units.reduce((sum, each) => sum + each, 0n);
}
