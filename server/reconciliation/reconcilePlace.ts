import { exactUnits } from '../ledger/exactUnits.ts';
import { setHalts } from '../ledger/haltStore.ts';
import { raiseAlert } from '../notification/alertStore.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import { type Outcome, ok } from '../providers/outcome.ts';
import type { Catalog } from '../purchase/catalog/catalog.ts';
import { type Comparison, compareSides, gapOf, type NamedRow } from './compare.ts';
import { describeAsset } from './describeAsset.ts';
import {
  clearDifference,
  type Difference,
  type DifferenceFound,
  insertDifference,
  type KeptRow,
  lockDifference,
  standingDifferences,
  updateDifference,
} from './differenceStore.ts';
import { isStillAccepted, type Judgement, judge } from './judge.ts';
import { type Place, SURPLUS } from './place.ts';
import {
  findPlace,
  inSnapshot,
  insertOpenings,
  machineNow,
  openingsOf,
  writeFailure,
  writeRead,
} from './placeStore.ts';

export type ReconcileContext = { readonly database: Database; readonly log: Log; readonly catalog: Catalog };

const HOUR_MS = 60 * 60_000;
/** Rows that are older stand in the balances alone. */
const ROWS_MS = 35 * 24 * HOUR_MS;
/** How far before the comparison began rows are looked for on the other side. */
const MARGIN_MS = 7 * 24 * HOUR_MS;
/** What orders had under way in the hour before the first reading is not part of the opening. */
const BEGINS_BEFORE_MS = HOUR_MS;
/** In a row; a place that cannot be read is no difference, and halts nothing. */
const FAILURES_BEFORE_ALERT = 5;
/** Of a difference's rows as many are told. */
const ROWS_TOLD = 20;

/** Compares one place with the ledger, and writes down what follows. */
export async function reconcilePlace(context: ReconcileContext, place: Place): Promise<void> {
  const looked = await lookTwice(context.database, place).catch((error: unknown) => unreadable(String(error)));
  if (looked.kind !== 'ok') return failed(context, place, 'detail' in looked ? (looked.detail ?? '') : looked.kind);
  const { begunAt, comparisons, openings } = looked.value;
  await context.database.transaction(async (transaction) => {
    await writeRead(transaction, place.id, begunAt);
    if (openings) await insertOpenings(transaction, place.id, openings);
    const standing = new Map((await standingDifferences(transaction, place.id)).map((one) => [one.asset, one]));
    const now = await machineNow(transaction);
    const of = new Map(comparisons.map((comparison) => [comparison.asset, comparison]));
    for (const each of new Set([...of.keys(), ...standing.keys()])) {
      const comparison = of.get(each) ?? { asset: each, here: 0n, there: 0n, rows: [], rest: 0n };
      await settle(context, transaction, place, comparison, { known: standing.get(each), now });
    }
  });
}

async function failed({ database, log }: ReconcileContext, place: Place, detail: string): Promise<void> {
  const failures = await writeFailure(database, place.id, detail);
  log.warn({ place: place.id, detail, failures }, 'a place could not be compared with the ledger');
  if (failures < FAILURES_BEFORE_ALERT) return;
  const day = Math.floor(Date.now() / (24 * HOUR_MS));
  await raiseAlert(database, {
    key: `place_unread:${place.id}:${day}`,
    orderId: null,
    kind: 'place_unread',
    facts: { place: place.id, tries: failures, detail },
  });
}

type Look = {
  readonly begunAt: Date;
  readonly comparisons: readonly Comparison[];
  /** To be kept, at the first look. */
  readonly openings: ReadonlyMap<string, bigint> | undefined;
};

/** What no row explains is looked at again before it is believed: it may be what moved between the two questions. */
async function lookTwice(database: Database, place: Place): Promise<Outcome<Look>> {
  const first = await lookAt(database, place);
  if (first.kind !== 'ok' || first.value.comparisons.every(({ rest }) => rest === 0n)) return first;
  const second = await lookAt(database, place);
  if (second.kind !== 'ok') return second;
  const rests = new Map(first.value.comparisons.map(({ asset, rest }) => [asset, rest]));
  const moved = second.value.comparisons.find(({ asset, rest }) => rest !== 0n && rests.get(asset) !== rest);
  return moved ? unreadable(`${moved.asset} moved while it was looked at`) : second;
}

function unreadable(detail: string) {
  return { kind: 'unavailable', retryAfterMs: 0, detail } as const;
}

async function lookAt(database: Database, place: Place): Promise<Outcome<Look>> {
  const known = await findPlace(database, place.id);
  const now = await machineNow(database);
  const begunAt = known?.begunAt ?? now;
  const from = new Date(Math.max(begunAt.getTime() - BEGINS_BEFORE_MS, now.getTime() - ROWS_MS));
  const since = new Date(from.getTime() - MARGIN_MS);
  const there = await place.askThere(since);
  if (there.kind !== 'ok') return there.kind === 'unavailable' ? there : unreadable(`it answered: ${there.kind}`);
  const here = await inSnapshot(database, (snapshot) => place.readHere(snapshot, since));
  const openings = known?.begunAt ? await openingsOf(database, place.id) : undefined;
  const terms = { openings: openings ?? new Map<string, bigint>(), begunAt, from };
  const comparisons = compareSides(here, there.value, terms);
  if (openings) return ok({ begunAt, comparisons, openings: undefined });
  const found = new Map(comparisons.flatMap(({ asset, rest }) => (rest === 0n ? [] : [[asset, rest] as const])));
  return ok({ begunAt, comparisons: comparisons.map((each) => ({ ...each, rest: 0n })), openings: found });
}

type Standing = { readonly known: Difference | undefined; readonly now: Date };

async function settle(
  { catalog }: Pick<ReconcileContext, 'catalog'>,
  transaction: Transaction,
  place: Place,
  comparison: Comparison,
  { known, now }: Standing,
): Promise<void> {
  const locked = known && (await lockDifference(transaction, known.id));
  const firstSeen = new Map(locked?.rows.map((row) => [row.id, row.firstSeen]));
  const judged = judge(place.surplusMs === undefined ? comparison : withSurplus(comparison, place.surplusMs), {
    firstSeen,
    now,
    graceMs: place.graceMs,
  });
  if (judged.kind !== 'differs') {
    const wasOverdue = locked !== undefined && locked.state !== 'pending';
    if (locked && (judged.kind === 'agrees' || wasOverdue)) {
      await clearDifference(transaction, locked);
      await setHalts(transaction, reasonOf(locked.id), []);
    }
    if (judged.kind === 'pending')
      await keep(transaction, place, comparison, { known: wasOverdue ? undefined : locked, judged, state: 'pending' });
    return;
  }
  const accepted =
    locked?.state === 'accepted' &&
    isStillAccepted({ units: locked.units, rows: locked.rows.filter(({ overdue }) => overdue) }, judged);
  const state = accepted ? 'accepted' : 'open';
  const id = await keep(transaction, place, comparison, { known: locked, judged, state });
  await setHalts(
    transaction,
    reasonOf(id),
    accepted ? [] : place.halts({ asset: comparison.asset, rows: judged.overdue, rest: judged.rest }),
  );
  if (!accepted) await tell(transaction, catalog, place, { id, asset: comparison.asset, judged });
}

/** More than anything explains, as a row that may still be booked. */
function withSurplus(comparison: Comparison, graceMs: number): Comparison {
  const { rows, rest } = comparison;
  if (rest <= 0n) return comparison;
  const surplus: NamedRow = { id: `${SURPLUS}${rest}`, fault: 'missing_here', here: 0n, there: rest, graceMs };
  return { ...comparison, rows: [...rows, surplus], rest: 0n };
}

/** Under which a difference halts. */
export function reasonOf(id: number): string {
  return `difference:${id}`;
}

type Keeping = {
  readonly known: Difference | undefined;
  readonly judged: Exclude<Judgement, { kind: 'agrees' }>;
  readonly state: 'pending' | 'open' | 'accepted';
};

async function keep(
  transaction: Transaction,
  place: Place,
  { asset }: Comparison,
  { known, judged, state }: Keeping,
): Promise<number> {
  const found = foundOf(judged);
  if (known) {
    await updateDifference(transaction, known.id, state, found);
    return known.id;
  }
  return insertDifference(transaction, { place: place.id, account: place.account, asset, state }, found);
}

function foundOf(judged: Keeping['judged']): DifferenceFound {
  if (judged.kind === 'pending')
    return { units: 0n, restUnits: 0n, rows: judged.rows.map(notOverdue), pendingUntil: judged.until };
  const rows = [
    ...judged.overdue.map((row): KeptRow => ({ ...row, overdue: true })),
    ...judged.pending.map(notOverdue),
  ];
  return { units: judged.units, restUnits: judged.rest, rows, pendingUntil: null };
}

function notOverdue(row: Omit<KeptRow, 'overdue'>): KeptRow {
  return { ...row, overdue: false };
}

type Told = {
  readonly id: number;
  readonly asset: string;
  readonly judged: Extract<Judgement, { kind: 'differs' }>;
};

/** Said once for each amount of a difference. */
async function tell(
  transaction: Transaction,
  catalog: Catalog,
  place: Place,
  { id, asset, judged }: Told,
): Promise<void> {
  const { code, decimals } = describeAsset(catalog, asset);
  const say = (units: bigint) => `${exactUnits(units, asset, decimals)} ${code}`;
  const rows = judged.overdue.slice(0, ROWS_TOLD);
  await raiseAlert(transaction, {
    key: `books_differ:${id}:${judged.units}:${judged.rest}:${judged.overdue.length}`,
    orderId: null,
    kind: 'books_differ',
    facts: {
      difference: id,
      place: place.id,
      amount: say(judged.units),
      unexplained: say(judged.rest),
      rows: rows.map(({ id: row, fault, here, there }) => `${row} ${fault}: here ${say(here)}, there ${say(there)}`),
      ...(judged.overdue.length > rows.length && { more: judged.overdue.length - rows.length }),
      named: say(gapOf(judged.overdue)),
    },
  });
}
