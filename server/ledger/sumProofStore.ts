import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

/** How long a proof of stored sums is trusted. Without one, all postings are added up. */
const TRUSTED_MINUTES = 24 * 60;

/**
 * Returns the start (UTC) of the first day that is not stored as sums. Null if no day is, or the stored sums were not proven
 * within {@link TRUSTED_MINUTES}.
 */
export async function findDailySumsEnd(database: Queryable): Promise<Date | null> {
  const { until } = await database.one<{ until: Date | null }>(sql`
    select max(kept_until)::timestamp at time zone 'UTC' as until from sum_proof
    where broken_at is null and proven_at > clock_timestamp() - ${TRUSTED_MINUTES}::integer * interval '1 minute'`);
  return until;
}

/**
 * Returns true if the newest proof is within this time and found every stored sum, of the ledger and of external accounts'
 * lines, equal to its rows.
 */
export async function areSumsProven(database: Queryable, withinMinutes = TRUSTED_MINUTES): Promise<boolean> {
  const { proven } = await database.one<{ proven: boolean }>(sql`
    select exists (
      select 1 from sum_proof
      where broken_at is null and proven_at > clock_timestamp() - ${withinMinutes}::integer * interval '1 minute'
    ) as proven`);
  return proven;
}

/** A stored sum (`storedUnits`) that differs from the sum of its lines (`summedUnits`). */
export type SumFault = {
  /** A ledger account, `<ledger account> on <day> by <kind>` for the sum of a day, or the id of an external account. */
  readonly account: string;
  readonly asset: string;
  readonly storedUnits: bigint;
  readonly summedUnits: bigint;
};

/**
 * Adds up all postings and lines in one snapshot, stores the result as the proof, and returns the faults. After a fault no
 * stored sum is trusted until a proof finds none.
 */
export async function proveSums(database: Queryable): Promise<SumFault[]> {
  return database.many<SumFault>(sql`
    select of_whom as account, of_asset as asset, kept_units as stored_units, added_units as summed_units from prove_sums()`);
}
