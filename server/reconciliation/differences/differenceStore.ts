import sql from 'sql-template-tag';
import type { Account } from '../../ledger/account.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { RowFault } from '../compareSides.ts';
import type { SeenRow } from './judgeComparison.ts';

/** A row of a difference; one that is not overdue may still be matched. */
export type JudgedRow = SeenRow & { readonly overdue: boolean };

export type DifferenceState = 'pending' | 'open' | 'accepted' | 'cleared';

/** A difference between the ledger and an external account in one asset; at most one for each account and asset. */
export type Difference = {
  readonly id: number;
  readonly place: string;
  readonly account: Account;
  readonly asset: string;
  readonly state: DifferenceState;
  /** The external account's surplus over the ledger, of all overdue rows and the rest. */
  readonly units: bigint;
  readonly restUnits: bigint;
  readonly rows: readonly JudgedRow[];
  readonly pendingUntil: Date | null;
  readonly openedAt: Date;
  readonly lastSeenAt: Date;
  readonly clearedAt: Date | null;
  readonly acceptedBy: string | null;
  readonly acceptedWhy: string | null;
  /** The transaction that booked it as lost or gained since the last comparison. */
  readonly bookedIn: number | null;
  /** The part of the ledger's balance that had no rows at the comparison. */
  readonly unitsWithoutRows: bigint;
  /** Until when a person has snoozed its alert. */
  readonly waitsUntil: Date | null;
  readonly waitsBy: string | null;
  readonly waitsWhy: string | null;
};

const COLUMNS = sql`id, place, account, asset, state, units, rest_units, rows,
  pending_until, opened_at, last_seen_at, cleared_at,
  accepted_by, accept_reason as accepted_why, booked_in,
  units_without_rows, wait_until as waits_until, wait_set_by as waits_by, wait_reason as waits_why`;

type StoredRow = {
  readonly id: string;
  readonly fault: RowFault;
  readonly here: string;
  readonly there: string;
  readonly graceMs?: number;
  readonly firstSeen: string;
  readonly overdue: boolean;
};

function toDifference(row: Omit<Difference, 'rows'> & { readonly rows: readonly StoredRow[] }): Difference {
  return {
    ...row,
    rows: row.rows.map(({ here, there, graceMs, firstSeen, ...plain }) => ({
      ...plain,
      here: BigInt(here),
      there: BigInt(there),
      graceMs,
      firstSeen: new Date(firstSeen),
    })),
  };
}

function serializeRows(rows: readonly JudgedRow[]): string {
  return JSON.stringify(rows.map((row) => ({ ...row, here: row.here.toString(), there: row.there.toString() })));
}

type DifferenceRow = Omit<Difference, 'rows'> & { readonly rows: readonly StoredRow[] };

/** Returns differences that are not cleared, of one external account or of all. */
export async function findUnclearedDifferences(database: Queryable, place?: string): Promise<Difference[]> {
  const rows = await database.many<DifferenceRow>(sql`
    select ${COLUMNS} from reconciliation_differences
    where cleared_at is null and (${place ?? null}::text is null or place = ${place ?? null}) order by id`);
  return rows.map(toDifference);
}

/** Returns the difference, locked until the transaction ends. */
export async function lockDifference(transaction: Transaction, id: number): Promise<Difference | undefined> {
  const row = await transaction.maybeOne<DifferenceRow>(
    sql`select ${COLUMNS} from reconciliation_differences where id = ${id} for update`,
  );
  return row && toDifference(row);
}

export type FoundDifference = Pick<Difference, 'units' | 'restUnits' | 'rows' | 'pendingUntil' | 'unitsWithoutRows'>;

export async function insertDifference(
  transaction: Transaction,
  { place, account, asset, state }: Pick<Difference, 'place' | 'account' | 'asset' | 'state'>,
  { units, restUnits, rows, pendingUntil, unitsWithoutRows }: FoundDifference,
): Promise<number> {
  const { id } = await transaction.one<{ id: number }>(sql`
    insert into reconciliation_differences (place, account, asset, state, units, rest_units, rows, pending_until,
      units_without_rows, opened_at, last_seen_at)
    values (${place}, ${account}, ${asset}, ${state}, ${units.toString()}::numeric, ${restUnits.toString()}::numeric,
      ${serializeRows(rows)}, ${pendingUntil}, ${unitsWithoutRows.toString()}::numeric, clock_timestamp(),
      clock_timestamp()) returning id`);
  return id;
}

/** Updates a difference. Reopening it removes its acceptance; a booking of it is included in the new values. */
export async function updateDifference(
  transaction: Transaction,
  id: number,
  state: DifferenceState,
  { units, restUnits, rows, pendingUntil, unitsWithoutRows }: FoundDifference,
): Promise<void> {
  const accepted = state === 'accepted';
  await transaction.run(sql`
    update reconciliation_differences set state = ${state}, units = ${units.toString()}::numeric,
      rest_units = ${restUnits.toString()}::numeric, rows = ${serializeRows(rows)}, pending_until = ${pendingUntil},
      units_without_rows = ${unitsWithoutRows.toString()}::numeric, booked_in = null, last_seen_at = clock_timestamp(),
      opened_at = case when state = 'pending' and ${state} = 'open' then clock_timestamp() else opened_at end,
      accepted_by = case when ${accepted} then accepted_by end, approved_by = case when ${accepted} then approved_by end,
      accept_reason = case when ${accepted} then accept_reason end, accepted_at = case when ${accepted} then accepted_at end
    where id = ${id}`);
}

/** Clears a difference. It stays as a record, unless it was only pending. */
export async function clearDifference(transaction: Transaction, { id, state }: Difference): Promise<void> {
  await transaction.run(
    state === 'pending'
      ? sql`delete from reconciliation_differences where id = ${id}`
      : sql`update reconciliation_differences set state = 'cleared', cleared_at = clock_timestamp() where id = ${id}`,
  );
}

export async function markDifferenceAccepted(
  transaction: Transaction,
  id: number,
  { who, why, approvedBy }: { readonly who: string; readonly why: string; readonly approvedBy: string },
): Promise<void> {
  await transaction.run(sql`
    update reconciliation_differences set state = 'accepted', accepted_by = ${who}, approved_by = ${approvedBy},
      accept_reason = ${why}, accepted_at = clock_timestamp(), wait_until = null, wait_set_by = null, wait_reason = null
    where id = ${id}`);
}

/** Stores a person's snooze of the difference; `null` removes it. */
export async function saveSnooze(
  transaction: Transaction,
  id: number,
  wait: { readonly until: Date; readonly who: string; readonly why: string } | null,
): Promise<void> {
  await transaction.run(sql`
    update reconciliation_differences set wait_until = ${wait?.until ?? null}, wait_set_by = ${wait?.who ?? null},
      wait_reason = ${wait?.why ?? null}
    where id = ${id}`);
}

export async function countDifferences(
  database: Queryable,
): Promise<{ place: string; state: DifferenceState; count: number }[]> {
  return database.many(sql`
    select place, state, count(*)::int as count from reconciliation_differences where cleared_at is null
    group by place, state`);
}
