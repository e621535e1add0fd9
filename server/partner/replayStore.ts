import sql, { type Sql } from 'sql-template-tag';
import type { Transaction } from '../platform/database/database.ts';

/** Which of a partner's events go out once more. */
export type Replay =
  | { readonly event: string }
  /** Those from a position on, or from a time on; both included. */
  | { readonly position: number }
  | { readonly time: Date };

/** Queues events of orders once more, each under its own id and in the order of its order. Answers how many. */
export async function replayEvents(transaction: Transaction, partnerId: string, replay: Replay): Promise<number> {
  const chosen = await transaction.many(sql`
    with chosen as (
      update partner_events set delivery = 'waiting'
      where partner_id = ${partnerId} and order_id is not null and delivery <> 'waiting' and ${whichOf(replay)}
      returning entry, lane, partner_id
    ), queued as (
      insert into partner_lanes (lane, partner_id, due_at)
      select lane, min(partner_id), slipway_now() from chosen group by lane
      on conflict (lane) do update set tries = 0, due_at = excluded.due_at
    )
    select entry from chosen`);
  return chosen.length;
}

function whichOf(replay: Replay): Sql {
  if ('event' in replay) return sql`id = ${replay.event}`;
  if ('position' in replay) return sql`position >= ${replay.position}`;
  return sql`created_at >= ${replay.time}`;
}
