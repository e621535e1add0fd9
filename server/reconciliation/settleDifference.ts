import { exactUnits } from '../ledger/exactUnits.ts';
import { setHalts } from '../ledger/haltStore.ts';
import { raiseAlert } from '../notification/alertStore.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { Catalog } from '../purchase/catalog/catalog.ts';
import { type Comparison, gapOf, type NamedRow } from './compare.ts';
import { describeAsset } from './describeAsset.ts';
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

/** Of a difference's rows as many are told. */
const ROWS_TOLD = 20;

type Standing = { readonly known: Difference | undefined; readonly now: Date };

/** Writes down what a comparison means for an asset of a place: what is said, what stops, and what goes on. */
export async function settleDifference(
  transaction: Transaction,
  catalog: Catalog,
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
