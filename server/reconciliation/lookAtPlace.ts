import type { Database, Queryable } from '../platform/database/database.ts';
import { type Outcome, ok } from '../providers/outcome.ts';
import { type Comparison, compareSides, type Side } from './compare.ts';
import { type BookedRows, bookedRows } from './differenceBookingStore.ts';
import type { Place } from './place.ts';
import { findPlace, inSnapshot, machineNow, openingsOf } from './placeStore.ts';

const HOUR_MS = 60 * 60_000;
/** Rows that are older stand in the balances alone. */
const ROWS_MS = 35 * 24 * HOUR_MS;
/** How far before the comparison began rows are looked for on the other side. */
const MARGIN_MS = 7 * 24 * HOUR_MS;
/** What orders had under way in the hour before the first reading is not part of the opening. */
const BEGINS_BEFORE_MS = HOUR_MS;

/** A place and the ledger, as they were found. */
export type Look = {
  readonly begunAt: Date;
  readonly comparisons: readonly Comparison[];
  /** To be kept, at the first look. */
  readonly openings: ReadonlyMap<string, bigint> | undefined;
  /** What the ledger had that no row stands for, by asset. */
  readonly beside: ReadonlyMap<string, bigint>;
  /** Bookings of differences that the ledger had by then. */
  readonly booked: ReadonlySet<number>;
};

/**
 * What no row explains is looked at again before it is believed: it may be what moved between the two questions. It need
 * not be the same sum: a thief who keeps it moving, or dust, must not keep it from being seen.
 */
export async function lookTwice(database: Database, place: Place): Promise<Outcome<Look>> {
  const first = await lookAt(database, place);
  if (first.kind !== 'ok' || first.value.comparisons.every(({ rest }) => rest === 0n)) return first;
  const second = await lookAt(database, place);
  if (second.kind !== 'ok') return second;
  const rests = new Map(first.value.comparisons.map(({ asset, rest }) => [asset, rest]));
  const moved = second.value.comparisons.find(
    ({ asset, rest }) => rest !== 0n && signOf(rests.get(asset) ?? 0n) !== signOf(rest),
  );
  return moved ? unreadable(`${moved.asset} moved while it was looked at`) : second;
}

function signOf(units: bigint): number {
  return units > 0n ? 1 : units < 0n ? -1 : 0;
}

export function unreadable(detail: string) {
  return { kind: 'unavailable', retryAfterMs: 0, detail } as const;
}

async function lookAt(database: Database, place: Place): Promise<Outcome<Look>> {
  const known = await findPlace(database, place.id);
  const now = await machineNow(database);
  const begunAt = known?.begunAt ?? now;
  const { from, since } = windowOf(begunAt, now);
  const there = await place.askThere(since);
  if (there.kind !== 'ok') return there.kind === 'unavailable' ? there : unreadable(`it answered: ${there.kind}`);
  const { here, beside, booked } = await inSnapshot(database, (snapshot) => readLedger(snapshot, place, since));
  const openings = known?.begunAt ? await openingsOf(database, place.id) : undefined;
  const terms = { openings: openings ?? new Map<string, bigint>(), begunAt, from };
  const read = { begunAt, beside, booked: booked.transactions };
  const comparisons = compareSides(here, there.value, terms);
  if (openings) return ok({ ...read, comparisons, openings: undefined });
  const found = new Map(comparisons.flatMap(({ asset, rest }) => (rest === 0n ? [] : [[asset, rest] as const])));
  return ok({ ...read, comparisons: comparisons.map((each) => ({ ...each, rest: 0n })), openings: found });
}

/** From when on rows are compared, and from when on they are read. */
export function windowOf(begunAt: Date, now: Date): { readonly from: Date; readonly since: Date } {
  const from = new Date(Math.max(begunAt.getTime() - BEGINS_BEFORE_MS, now.getTime() - ROWS_MS));
  return { from, since: new Date(from.getTime() - MARGIN_MS) };
}

type Read = { readonly here: Side; readonly beside: ReadonlyMap<string, bigint>; readonly booked: BookedRows };

/** What the ledger has of a place: with the rows that differences were booked by. */
export async function readLedger(
  database: Queryable,
  { id, here }: Pick<Place, 'id' | 'here'>,
  since: Date,
): Promise<Read> {
  const booked = await bookedRows(database, id);
  return {
    here: { balances: await here.balances(database), rows: [...(await here.rows(database, since)), ...booked.rows] },
    beside: (await here.beside?.(database)) ?? new Map(),
    booked,
  };
}
