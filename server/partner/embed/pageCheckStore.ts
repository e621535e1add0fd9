import type { CheckResult } from '@slipway/contract/entities/partnerPages.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** If a worker ends during a check, another one takes it over after this time. */
const LEASE_SECONDS = 60;
/** Minimum pause between checks of a partner, because each check sends a request to the partner's site. */
const PAUSE_SECONDS = 10;
const KEPT_DAYS = 30;

/** Enqueues a check for a worker. Returns false if one is open or ended less than {@link PAUSE_SECONDS} ago. */
export async function enqueuePageCheck(database: Queryable, partnerId: string, page: string): Promise<boolean> {
  const made = await database.run(sql`
    insert into partner_page_checks (partner_id, page) select ${partnerId}, ${page} where not exists (
      select 1 from partner_page_checks where partner_id = ${partnerId}
        and finished_at > slipway_now() - ${PAUSE_SECONDS}::int * interval '1 second')
    on conflict (partner_id) where finished_at is null do nothing`);
  return made > 0;
}

export type OpenPageCheck = { readonly id: number; readonly partnerId: string; readonly page: string };

/** Returns a check that no other worker has taken within the lease, and marks it as taken. */
export async function takePageCheck(database: Queryable): Promise<OpenPageCheck | undefined> {
  return database.maybeOne<OpenPageCheck>(sql`
    update partner_page_checks set started_at = clock_timestamp() where id = (
      select id from partner_page_checks where finished_at is null
        and (started_at is null or started_at < clock_timestamp() - ${LEASE_SECONDS}::int * interval '1 second')
      order by id limit 1 for update skip locked
    ) returning id::int as id, partner_id, page`);
}

/** Stores the results, unless another worker has stored some meanwhile. */
export async function savePageCheck(database: Queryable, id: number, results: readonly CheckResult[]): Promise<void> {
  await database.run(sql`
    update partner_page_checks set finished_at = slipway_now(), results = ${JSON.stringify(results)}::jsonb
    where id = ${id} and finished_at is null`);
}

export type PageCheck = {
  readonly page: string;
  readonly requestedAt: Date;
  readonly finishedAt: Date | null;
  readonly results: readonly CheckResult[] | null;
};

/** Returns the newest check of a partner. */
export async function findNewestPageCheck(database: Queryable, partnerId: string): Promise<PageCheck | undefined> {
  return database.maybeOne<PageCheck>(sql`
    select page, requested_at, finished_at, results
    from partner_page_checks where partner_id = ${partnerId} order by id desc limit 1`);
}

export async function deleteOldPageChecks(database: Queryable): Promise<void> {
  await database.run(sql`
    delete from partner_page_checks where requested_at < slipway_now() - ${KEPT_DAYS}::int * interval '1 day'`);
}
