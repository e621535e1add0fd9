import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

export type FedEvent = { readonly id: string; readonly body: string };

/**
 * A partner's events in the order of their positions, after one of them or from the oldest. Undefined where the one is not
 * kept, or has no position yet. Those without a position are not among them: whatever comes to have one later comes after.
 */
export async function eventsAfter(
  database: Queryable,
  partnerId: string,
  after: string | undefined,
  limit: number,
): Promise<FedEvent[] | undefined> {
  // One statement sees one state: nothing is forgotten between the cursor and what follows it.
  const rows = await database.many<{ from: number | null; id: string | null; body: string | null }>(sql`
    with cursor as (
      select case when ${after ?? null}::text is null then 0
        else (select position from partner_events where id = ${after ?? null} and partner_id = ${partnerId}) end as position
    )
    select c.position as "from", e.id, e.body
    from cursor c left join lateral (
      select id, body, position from partner_events
      where partner_id = ${partnerId} and position > c.position order by position limit ${limit}
    ) e on true
    order by e.position`);
  if (rows[0]?.from === null) return undefined;
  return rows.flatMap(({ id, body }) => (id === null || body === null ? [] : [{ id, body }]));
}
