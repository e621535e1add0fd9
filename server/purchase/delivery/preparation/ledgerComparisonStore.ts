import sql from 'sql-template-tag';
import type { Queryable } from '../../../platform/database/database.ts';

/** How long payouts wait for external accounts other than the paying address: a slow exchange must not stop deliveries. */
const PATIENCE_SECONDS = 5;

/**
 * Returns whether the ledger was compared with every external account since the signer or the database started: a
 * database may have been restored to an earlier state. The paying address must have been read. Another external account
 * that does not answer in time blocks nothing.
 */
export async function isLedgerCompared(database: Queryable, network: string): Promise<boolean> {
  const { compared } = await database.one<{ compared: boolean }>(sql`
    select coalesce(bool_and(
      exists (select 1 from reconciliation_runs
        where started_at > (report ->> 'comparedAfter')::timestamptz
          and (finished_at is not null
            or started_at < clock_timestamp() - ${PATIENCE_SECONDS}::int * interval '1 second'))
      and exists (select 1 from reconciliation_places
        where place = ${`chain:${network}`} and read_at > (report ->> 'comparedAfter')::timestamptz)
    ), true) as compared
    from signer_status where report ? 'comparedAfter'`);
  return compared;
}
