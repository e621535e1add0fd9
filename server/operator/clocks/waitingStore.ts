import { OWN_OFFER_TYPE } from '@slipway/contract/entities/ownOffer.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { type ClockName, clocks, type ShareName, shares, type Waiting } from './clocks.ts';

/** When an order came last into states from others. The lists stand in the text, so that the index of those that wait is used. */
const CAME_TO_HOLD = sql`(
  select max(e.at) from order_events e
  where e.order_id = o.id and not e.unexpected and e.to_status = 'on_hold' and e.from_status <> 'on_hold')`;
const CAME_TO_REFUND = sql`(
  select max(e.at) from order_events e
  where e.order_id = o.id and not e.unexpected and e.to_status = 'refunding' and e.from_status <> 'refunding')`;
const CAME_TO_CONVERSION = sql`(
  select max(e.at) from order_events e
  where e.order_id = o.id and not e.unexpected
    and e.to_status in ('paid', 'converting') and e.from_status not in ('paid', 'converting'))`;

function endOfClock(clock: ClockName, since: Sql): Sql {
  return sql`${since} + ${clocks[clock].allowedMs} * interval '1 millisecond'`;
}

/** When a held order ends by itself (`isLapsingHold`), else the end of the operator's clock. */
const HOLD_ENDS = sql`case
  when o.captured_units = 0 and o.received_units = 0 and o.capture_before is not null and o.deadline_at is not null
  then o.deadline_at else ${endOfClock('hold', sql`coalesce(${CAME_TO_HOLD}, o.created_at)`)} end`;

/** All that waits against a clock: one part for each of them. Asked by `clock`, the other parts are not read. */
export const WAITING: Sql = sql`
  select 'hold' as clock, o.order_no as subject, o.id as "orderId", coalesce(${CAME_TO_HOLD}, o.created_at) as since,
    ${HOLD_ENDS} as until
  from orders o where o.status = 'on_hold' and o.offer_type = ${OWN_OFFER_TYPE}
  union all
  select 'refund', o.order_no, o.id, coalesce(${CAME_TO_REFUND}, o.created_at),
    ${endOfClock('refund', sql`coalesce(${CAME_TO_REFUND}, o.created_at)`)}
  from orders o where o.status = 'refunding'
  union all
  select 'refund', r.id, r.order_id, r.created_at, ${endOfClock('refund', sql`r.created_at`)}
  from refunds r where r.purpose = 'surplus' and r.status in ('requested', 'pending')
  union all
  select 'conversion', o.order_no, o.id, coalesce(${CAME_TO_CONVERSION}, o.created_at),
    ${endOfClock('conversion', sql`coalesce(${CAME_TO_CONVERSION}, o.created_at)`)}
  from orders o where o.status in ('paid', 'converting') and o.offer_type = ${OWN_OFFER_TYPE}
  union all
  select 'review', o.order_no, o.id, r.since, coalesce(o.deadline_at, ${endOfClock('review', sql`r.since`)})
  from orders o cross join lateral (
    select min(e.at) as since from order_events e
    where e.order_id = o.id and not e.unexpected and e.kind = 'identity_processing') r
  where o.status = 'awaiting_identity' and r.since is not null
  union all
  select 'payout', f.id, p.order_id, f.created_at, ${endOfClock('payout', sql`f.created_at`)}
  from payouts p join payouts f on f.id = p.batch_id where p.status in ('signed', 'broadcast', 'confirmed')
  union all
  select 'unallocated', b.id, b.order_id, b.created_at, ${endOfClock('unallocated', sql`b.created_at`)}
  from bank_entries b where b.status = 'unallocated' and b.direction = 'credit'
  union all
  select 'request', q.id::text, null, q.created_at, ${endOfClock('request', sql`q.created_at`)} from operator_requests q where q.status = 'waiting'
  union all
  select 'fact', f.kind || ' ' || f.key, f.order_id, f.came_at, ${endOfClock('fact', sql`f.came_at`)} from waiting_facts f`;

const ALLOWED = JSON.stringify(
  Object.fromEntries(Object.entries(clocks).map(([name, { allowedMs }]) => [name, allowedMs])),
);
const SHARES = JSON.stringify(shares);

/** What is to be said of something that waits. */
export type Due = Waiting & { readonly share: ShareName; readonly key: string };

/**
 * Whose half, four fifths or whole time is over and was not said, the oldest first: late after a stop, never lost. Of several
 * orders that wait for one thing, as for one transaction, it is due for one of them.
 */
export async function dueWarnings(database: Queryable, limit: number): Promise<Due[]> {
  return database.many<Due>(sql`
    select clock, subject, "orderId", since, until, share, key from (
      select distinct on (clock, subject, since, s.name) w.*, s.name as share, s.of,
        concat_ws(':', 'clock', w.clock, w.subject, floor(extract(epoch from w.since) * 1000), s.name) as key,
        w.since + s.of * (
          least(w.until, w.since + (${ALLOWED}::jsonb ->> w.clock)::double precision * interval '1 millisecond') - w.since
        ) as due_at
      from (${WAITING}) w cross join jsonb_to_recordset(${SHARES}::jsonb) as s (name text, of double precision)
      order by clock, subject, since, s.name, "orderId"
    ) d
    where due_at <= (select slipway_now()) and not exists (select 1 from operator_alerts a where a.key = d.key)
    order by due_at, of limit ${limit}`);
}

/** Settles the warnings about waits that have ended: nobody has to look at them any more. */
export async function settleEnded(database: Queryable): Promise<void> {
  await database.run(sql`
    update operator_alerts a set settled_at = slipway_now(), settled_by = 'slipway'
    where settled_at is null and kind in ('time_running_out', 'time_over') and starts_with(key, 'clock:')
      and key not in (
        select concat_ws(':', 'clock', w.clock, w.subject, floor(extract(epoch from w.since) * 1000), s.name)
        from (${WAITING}) w cross join jsonb_to_recordset(${SHARES}::jsonb) as s (name text))`);
}

/** All that waits, the one with the least time left first. */
export async function listWaiting(database: Queryable, limit: number): Promise<Waiting[]> {
  return database.many<Waiting>(sql`
    select clock, subject, "orderId", since, until from (${WAITING}) w order by until limit ${limit}`);
}

/** What of orders waits, the oldest first. */
export async function waitingOfOrders(database: Queryable, orderIds: readonly number[]): Promise<Waiting[]> {
  if (orderIds.length === 0) return [];
  return database.many<Waiting>(sql`
    select clock, subject, "orderId", since, until from (${WAITING}) w
    where "orderId" = any(${[...orderIds]}::bigint[]) order by since, subject`);
}
