import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

/** A sum that is kept is not trusted for longer, and everything is added up instead. */
const TRUSTED_MINUTES = 24 * 60;

/** By the sums of days, which are trusted as long as those of accounts: every day before it is kept. Null where none is. */
export async function keptUntil(database: Queryable): Promise<Date | null> {
  const { until } = await database.one<{ until: Date | null }>(sql`
    select max(kept_until)::timestamp at time zone 'UTC' as until from sum_proof
    where broken_at is null and proven_at > clock_timestamp() - ${TRUSTED_MINUTES}::integer * interval '1 minute'`);
  return until;
}

/** Whether the sums that are kept of the ledger and of the places' lines were what these add up to, so short a time ago. */
export async function areSumsProven(database: Queryable, withinMinutes = TRUSTED_MINUTES): Promise<boolean> {
  const { proven } = await database.one<{ proven: boolean }>(sql`
    select exists (
      select 1 from sum_proof
      where broken_at is null and proven_at > clock_timestamp() - ${withinMinutes}::integer * interval '1 minute'
    ) as proven`);
  return proven;
}

/** A sum as it is kept, and what all lines add up to. */
export type SumFault = {
  /** An account of the ledger, or a place. */
  readonly whose: string;
  readonly asset: string;
  readonly kept: bigint;
  readonly added: bigint;
};

/** Adds up every line that there is, at one moment. Nothing that is kept is trusted until a proof finds no fault again. */
export async function proveSums(database: Queryable): Promise<SumFault[]> {
  return database.many<SumFault>(sql`
    select of_whom as whose, of_asset as asset, kept_units as kept, added_units as added from prove_sums()`);
}
