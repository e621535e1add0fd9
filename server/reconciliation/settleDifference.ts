import { setHalts } from '../ledger/haltStore.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { Catalog } from '../purchase/catalog/catalog.ts';
import type { Comparison, NamedRow } from './compare.ts';
import {
  clearDifference,
  type Difference,
  type DifferenceFound,
  insertDifference,
  type KeptRow,
  lockDifference,
  updateDifference,
} from './differenceStore.ts';
import { isStillAccepted, type Judgement, judge } from './judge.ts';
import { type Place, SURPLUS } from './place.ts';
import { settleAlertOfDifference, tellDifference } from './tellDifference.ts';

type Standing = {
  readonly known: Difference | undefined;
  readonly now: Date;
  /** What the ledger had that no row stands for. */
  readonly beside: bigint;
  /** The bookings of differences that the ledger had. */
  readonly booked: ReadonlySet<number>;
};

/** Writes down what a comparison means for an asset of a place: what is said, what stops, and what goes on. */
export async function settleDifference(
  transaction: Transaction,
  catalog: Catalog,
  place: Place,
  comparison: Comparison,
  { known, now, beside, booked }: Standing,
): Promise<void> {
  const locked = known && (await lockDifference(transaction, known.id));
  // It was booked after the ledger was read: what was compared is no longer so, and the next comparison says.
  if (locked && locked.bookedIn !== null && !booked.has(locked.bookedIn)) return;
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
      await settleAlertOfDifference(transaction, locked.id);
    }
    if (judged.kind === 'pending')
      await keep(transaction, place, comparison, {
        known: wasOverdue ? undefined : locked,
        judged,
        state: 'pending',
        beside,
      });
    return;
  }
  const accepted =
    locked?.state === 'accepted' &&
    isStillAccepted({ units: locked.units, rows: locked.rows.filter(({ overdue }) => overdue) }, judged);
  const state = accepted ? 'accepted' : 'open';
  const id = await keep(transaction, place, comparison, { known: locked, judged, state, beside });
  await setHalts(
    transaction,
    reasonOf(id),
    accepted ? [] : place.halts({ asset: comparison.asset, rows: judged.overdue, rest: judged.rest }),
  );
  if (accepted) return;
  const { asset } = comparison;
  await tellDifference(transaction, catalog, {
    id,
    place: place.id,
    asset,
    waitsUntil: locked?.waitsUntil ?? null,
    judged,
  });
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
  readonly beside: bigint;
};

async function keep(
  transaction: Transaction,
  place: Place,
  { asset }: Comparison,
  { known, judged, state, beside }: Keeping,
): Promise<number> {
  const found = { ...foundOf(judged), besideUnits: beside };
  if (known) {
    await updateDifference(transaction, known.id, state, found);
    return known.id;
  }
  return insertDifference(transaction, { place: place.id, account: place.account, asset, state }, found);
}

function foundOf(judged: Keeping['judged']): Omit<DifferenceFound, 'besideUnits'> {
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
