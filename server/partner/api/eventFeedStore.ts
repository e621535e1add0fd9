import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

export type FeedEvent = { readonly id: string; readonly body: string };

/**
 * Returns a partner's events ordered by position, after a cursor or from the oldest; undefined if the cursor's event is no
 * longer stored or has no position yet. Events without a position are left out: they will get a later position than all
 * returned ones.
 */
export async function listEventsAfter(
  database: Queryable,
  partnerId: string,
  after: string | undefined,
  limit: number,
): Promise<FeedEvent[] | undefined> {
  // One statement sees one snapshot: no event can be deleted between the cursor and the events after it.
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
