import { setHalts } from '../../ledger/haltStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import type { Comparison, DifferingRow } from '../compareSides.ts';
import { type ExternalAccount, SURPLUS_PREFIX } from '../externalAccount.ts';
import {
  clearDifference,
  type Difference,
  type FoundDifference,
  insertDifference,
  type JudgedRow,
  lockDifference,
  updateDifference,
} from './differenceStore.ts';
import { isStillAccepted, type Judgement, judgeComparison } from './judgeComparison.ts';
import { raiseDifferenceAlert, settleDifferenceAlert } from './raiseDifferenceAlert.ts';

type ComparisonInput = {
  readonly known: Difference | undefined;
  readonly now: Date;
  /** The part of the ledger's balance that has no rows. */
  readonly unitsWithoutRows: bigint;
  /** The bookings of differences that the ledger had when it was read. */
  readonly booked: ReadonlySet<number>;
};

/** Stores the result of a comparison for an asset of an external account: the difference, its alert and its halts. */
export async function recordDifference(
  transaction: Transaction,
  catalog: Catalog,
  place: ExternalAccount,
  comparison: Comparison,
  { known, now, unitsWithoutRows, booked }: ComparisonInput,
): Promise<void> {
  const locked = known && (await lockDifference(transaction, known.id));
  // The difference was booked after the ledger was read: the comparison is outdated, and the next one decides.
  if (locked && locked.bookedIn !== null && !booked.has(locked.bookedIn)) return;
  const firstSeen = new Map(locked?.rows.map((row) => [row.id, row.firstSeen]));
  const judged = judgeComparison(
    place.surplusMs === undefined ? comparison : addSurplusRow(comparison, place.surplusMs),
    {
      firstSeen,
      now,
      graceMs: place.graceMs,
    },
  );
  if (judged.kind !== 'differs') {
    // An open or accepted difference ends even if other rows are pending: those begin a new difference.
    const wasOverdue = locked !== undefined && locked.state !== 'pending';
    if (locked && (judged.kind === 'agrees' || wasOverdue)) {
      await clearDifference(transaction, locked);
      await setHalts(transaction, buildHaltReason(locked.id), []);
      await settleDifferenceAlert(transaction, locked.id);
    }
    if (judged.kind === 'pending')
      await saveDifference(transaction, place, comparison, {
        known: wasOverdue ? undefined : locked,
        judged,
        state: 'pending',
        unitsWithoutRows,
      });
    return;
  }
  const accepted =
    locked?.state === 'accepted' &&
    isStillAccepted({ units: locked.units, rows: locked.rows.filter(({ overdue }) => overdue) }, judged);
  const state = accepted ? 'accepted' : 'open';
  const id = await saveDifference(transaction, place, comparison, { known: locked, judged, state, unitsWithoutRows });
  await setHalts(
    transaction,
    buildHaltReason(id),
    accepted ? [] : place.listHaltScopes({ asset: comparison.asset, rows: judged.overdue, rest: judged.rest }),
  );
  if (accepted) return;
  const { asset } = comparison;
  await raiseDifferenceAlert(transaction, catalog, {
    id,
    place: place.id,
    asset,
    waitsUntil: locked?.waitsUntil ?? null,
    judged,
  });
}

/** Returns the comparison with an unexplained surplus as a row that may still be booked. */
function addSurplusRow(comparison: Comparison, graceMs: number): Comparison {
  const { rows, rest } = comparison;
  if (rest <= 0n) return comparison;
  const surplus: DifferingRow = {
    id: `${SURPLUS_PREFIX}${rest}`,
    fault: 'missing_here',
    here: 0n,
    there: rest,
    graceMs,
  };
  return { ...comparison, rows: [...rows, surplus], rest: 0n };
}

/** Returns the reason under which a difference halts. */
export function buildHaltReason(id: number): string {
  return `difference:${id}`;
}

type SavedJudgement = {
  readonly known: Difference | undefined;
  readonly judged: Exclude<Judgement, { kind: 'agrees' }>;
  readonly state: 'pending' | 'open' | 'accepted';
  readonly unitsWithoutRows: bigint;
};

async function saveDifference(
  transaction: Transaction,
  place: ExternalAccount,
  { asset }: Comparison,
  { known, judged, state, unitsWithoutRows }: SavedJudgement,
): Promise<number> {
  const found = { ...toFoundDifference(judged), unitsWithoutRows };
  if (known) {
    await updateDifference(transaction, known.id, state, found);
    return known.id;
  }
  return insertDifference(transaction, { place: place.id, account: place.account, asset, state }, found);
}

function toFoundDifference(judged: SavedJudgement['judged']): Omit<FoundDifference, 'unitsWithoutRows'> {
  if (judged.kind === 'pending')
    return { units: 0n, restUnits: 0n, rows: judged.rows.map(markNotOverdue), pendingUntil: judged.until };
  const rows = [
    ...judged.overdue.map((row): JudgedRow => ({ ...row, overdue: true })),
    ...judged.pending.map(markNotOverdue),
  ];
  return { units: judged.units, restUnits: judged.rest, rows, pendingUntil: null };
}

function markNotOverdue(row: Omit<JudgedRow, 'overdue'>): JudgedRow {
  return { ...row, overdue: false };
}
