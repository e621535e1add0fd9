import sql from 'sql-template-tag';
import type { Account } from '../ledger/account.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { RowFault } from './compare.ts';
import type { SeenRow } from './judge.ts';

/** A row as a difference keeps it; one that is not overdue may still come. */
export type KeptRow = SeenRow & { readonly overdue: boolean };

export type DifferenceState = 'pending' | 'open' | 'accepted' | 'cleared';

/** Where the ledger and a place do not agree about an asset. One at a time for each asset of a place. */
export type Difference = {
  readonly id: number;
  readonly place: string;
  readonly account: Account;
  readonly asset: string;
  readonly state: DifferenceState;
  /** What the place has more than the ledger, of all that is overdue. */
  readonly units: bigint;
  readonly restUnits: bigint;
  readonly rows: readonly KeptRow[];
  readonly pendingUntil: Date | null;
  readonly openedAt: Date;
  readonly lastSeenAt: Date;
  readonly clearedAt: Date | null;
  readonly acceptedBy: string | null;
  readonly acceptedWhy: string | null;
  /** By what it was booked as lost or gained since it was compared. */
  readonly bookedIn: number | null;
  /** What the ledger had at the comparison that no row stands for. */
  readonly besideUnits: bigint;
  /** Until when nobody is told of it again, as a person has asked. */
  readonly waitsUntil: Date | null;
  readonly waitsBy: string | null;
  readonly waitsWhy: string | null;
};

const COLUMNS = sql`id, place, account, asset, state, units, rest_units as "restUnits", rows,
  pending_until as "pendingUntil", opened_at as "openedAt", last_seen_at as "lastSeenAt", cleared_at as "clearedAt",
  accepted_by as "acceptedBy", accepted_why as "acceptedWhy", booked_in as "bookedIn",
  beside_units as "besideUnits", waits_until as "waitsUntil", waits_by as "waitsBy", waits_why as "waitsWhy"`;

type StoredRow = {
  readonly id: string;
  readonly fault: RowFault;
  readonly here: string;
  readonly there: string;
  readonly graceMs?: number;
  readonly firstSeen: string;
  readonly overdue: boolean;
};

function differenceOf(row: Omit<Difference, 'rows'> & { readonly rows: readonly StoredRow[] }): Difference {
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

function storedRows(rows: readonly KeptRow[]): string {
  return JSON.stringify(rows.map((row) => ({ ...row, here: row.here.toString(), there: row.there.toString() })));
}

type DifferenceRow = Omit<Difference, 'rows'> & { readonly rows: readonly StoredRow[] };

/** Those that are not cleared, of one place or of all. */
export async function standingDifferences(database: Queryable, place?: string): Promise<Difference[]> {
  const rows = await database.many<DifferenceRow>(sql`
    select ${COLUMNS} from reconciliation_differences
    where cleared_at is null and (${place ?? null}::text is null or place = ${place ?? null}) order by id`);
  return rows.map(differenceOf);
}

/** Locked until the transaction ends. */
export async function lockDifference(transaction: Transaction, id: number): Promise<Difference | undefined> {
  const row = await transaction.maybeOne<DifferenceRow>(
    sql`select ${COLUMNS} from reconciliation_differences where id = ${id} for update`,
  );
  return row && differenceOf(row);
}

export type DifferenceFound = Pick<Difference, 'units' | 'restUnits' | 'rows' | 'pendingUntil' | 'besideUnits'>;

export async function insertDifference(
  transaction: Transaction,
  { place, account, asset, state }: Pick<Difference, 'place' | 'account' | 'asset' | 'state'>,
  { units, restUnits, rows, pendingUntil, besideUnits }: DifferenceFound,
): Promise<number> {
  const { id } = await transaction.one<{ id: number }>(sql`
    insert into reconciliation_differences (place, account, asset, state, units, rest_units, rows, pending_until,
      beside_units, opened_at, last_seen_at)
    values (${place}, ${account}, ${asset}, ${state}, ${units.toString()}::numeric, ${restUnits.toString()}::numeric,
      ${storedRows(rows)}, ${pendingUntil}, ${besideUnits.toString()}::numeric, clock_timestamp(),
      clock_timestamp()) returning id`);
  return id;
}

/** One that is open again after it was accepted is accepted by nobody; what was booked of it is in what was found. */
export async function updateDifference(
  transaction: Transaction,
  id: number,
  state: DifferenceState,
  { units, restUnits, rows, pendingUntil, besideUnits }: DifferenceFound,
): Promise<void> {
  const accepted = state === 'accepted';
  await transaction.run(sql`
    update reconciliation_differences set state = ${state}, units = ${units.toString()}::numeric,
      rest_units = ${restUnits.toString()}::numeric, rows = ${storedRows(rows)}, pending_until = ${pendingUntil},
      beside_units = ${besideUnits.toString()}::numeric, booked_in = null, last_seen_at = clock_timestamp(),
      opened_at = case when state = 'pending' and ${state} = 'open' then clock_timestamp() else opened_at end,
      accepted_by = case when ${accepted} then accepted_by end, approved_by = case when ${accepted} then approved_by end,
      accepted_why = case when ${accepted} then accepted_why end, accepted_at = case when ${accepted} then accepted_at end
    where id = ${id}`);
}

/** What was overdue and is alike now stays as a record; what only had its time does not. */
export async function clearDifference(transaction: Transaction, { id, state }: Difference): Promise<void> {
  await transaction.run(
    state === 'pending'
      ? sql`delete from reconciliation_differences where id = ${id}`
      : sql`update reconciliation_differences set state = 'cleared', cleared_at = clock_timestamp() where id = ${id}`,
  );
}

export async function markAccepted(
  transaction: Transaction,
  id: number,
  { who, why, approvedBy }: { readonly who: string; readonly why: string; readonly approvedBy: string },
): Promise<void> {
  await transaction.run(sql`
    update reconciliation_differences set state = 'accepted', accepted_by = ${who}, approved_by = ${approvedBy},
      accepted_why = ${why}, accepted_at = clock_timestamp(), waits_until = null, waits_by = null, waits_why = null
    where id = ${id}`);
}

/** A person lets it wait until a time; `null`: nobody does. */
export async function writeWait(
  transaction: Transaction,
  id: number,
  wait: { readonly until: Date; readonly who: string; readonly why: string } | null,
): Promise<void> {
  await transaction.run(sql`
    update reconciliation_differences set waits_until = ${wait?.until ?? null}, waits_by = ${wait?.who ?? null},
      waits_why = ${wait?.why ?? null}
    where id = ${id}`);
}

export async function countDifferences(
  database: Queryable,
): Promise<{ place: string; state: DifferenceState; count: number }[]> {
  return database.many(sql`
    select place, state, count(*)::int as count from reconciliation_differences where cleared_at is null
    group by place, state`);
}
