import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

/** After this time other workers take over the run of a crashed worker. */
const LEASE_SECONDS = 600;

/** Requests a run; returns its id. */
export async function requestRun(database: Queryable, requestedBy: string): Promise<number> {
  const { id } = await database.one<{ id: number }>(sql`
    insert into reconciliation_runs (requested_by, requested_at) values (${requestedBy}, clock_timestamp()) returning id`);
  return id;
}

/** The signer requires a comparison that began after this time. An earlier run does not satisfy it, even if it ends later. */
const COMPARED_AFTER = sql`
  coalesce((select (report ->> 'comparedAfter')::timestamptz from signer_status), '-infinity')`;

/**
 * Leases a run and returns its id; undefined if none is due. Due are a requested run, one whose worker has abandoned it, and a
 * new one if the last is older than the pause or than the start of the signer.
 */
export async function leaseDueRun(database: Queryable, pauseSeconds: number): Promise<number | undefined> {
  await database.run(sql`
    insert into reconciliation_runs (requested_at) select clock_timestamp()
    where not exists (
      select 1 from reconciliation_runs
      where (finished_at is null or finished_at > clock_timestamp() - ${pauseSeconds}::int * interval '1 second')
        and coalesce(started_at, clock_timestamp()) > ${COMPARED_AFTER}
    ) on conflict do nothing`);
  const taken = await database.maybeOne<{ id: number }>(sql`
    update reconciliation_runs set started_at = clock_timestamp() where id = (
      select id from reconciliation_runs where finished_at is null
        and (started_at is null or started_at < clock_timestamp() - ${LEASE_SECONDS}::int * interval '1 second'
          or started_at < ${COMPARED_AFTER})
      order by requested_by is null, id limit 1 for update skip locked
    ) returning id`);
  return taken?.id;
}

/**
 * Returns those external accounts whose last reading failed and that were not read since the start of the signer; none during
 * a run.
 */
export async function findUnreadAccounts(database: Queryable, places: readonly string[]): Promise<readonly string[]> {
  const rows = await database.many<{ place: string }>(sql`
    select place from reconciliation_places
    where place = any (${[...places]}::text[]) and failures > 0 and coalesce(read_at, '-infinity') < ${COMPARED_AFTER}
      and not exists (select 1 from reconciliation_runs where finished_at is null)`);
  return rows.map(({ place }) => place);
}

/** Marks a run as finished, and deletes other runs that finished over a day ago. */
export async function finishRun(database: Queryable, id: number): Promise<void> {
  await database.run(sql`update reconciliation_runs set finished_at = clock_timestamp() where id = ${id}`);
  await database.run(sql`
    delete from reconciliation_runs where finished_at < clock_timestamp() - interval '1 day' and id <> ${id}`);
}

/** Returns whether a run is finished. A run that is no longer stored is. */
export async function isRunFinished(database: Queryable, id: number): Promise<boolean> {
  const row = await database.maybeOne<{ over: boolean }>(
    sql`select finished_at is not null as over from reconciliation_runs where id = ${id}`,
  );
  return row?.over ?? true;
}
