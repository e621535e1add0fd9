import sql, { type Sql } from 'sql-template-tag';
import type { Transaction } from '../platform/database/database.ts';

/** Selects the events of a partner to send again. */
export type ReplaySelection =
  | { readonly event: string }
  /** Events from a position or time on, inclusive. */
  | { readonly position: number }
  | { readonly time: Date };

/**
 * Queues events of orders for another delivery, with the same ids and in sequence within each order. Returns how many. Events
 * that still wait are not counted.
 */
export async function replayEvents(
  transaction: Transaction,
  partnerId: string,
  replay: ReplaySelection,
): Promise<number> {
  const chosen = await transaction.many(sql`
    with chosen as (
      update partner_events set delivery = 'waiting'
      where partner_id = ${partnerId} and order_id is not null and delivery <> 'waiting' and ${buildReplayCondition(replay)}
      returning entry, lane, partner_id
    ), queued as (
      insert into partner_lanes (lane, partner_id, due_at)
      select lane, min(partner_id), slipway_now() from chosen group by lane
      on conflict (lane) do update set tries = 0, due_at = excluded.due_at
    )
    select entry from chosen`);
  return chosen.length;
}

function buildReplayCondition(replay: ReplaySelection): Sql {
  if ('event' in replay) return sql`id = ${replay.event}`;
  if ('position' in replay) return sql`position >= ${replay.position}`;
  return sql`created_at >= ${replay.time}`;
}
