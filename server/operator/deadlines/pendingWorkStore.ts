import { OWN_OFFER_TYPE } from '@slipway/contract/entities/ownOffer.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import {
  type DeadlineName,
  type PendingWork,
  type WarningShareName,
  warningShares,
  workDeadlines,
} from './workDeadlines.ts';

/**
 * The last time an order entered these statuses from another one. The statuses are literals in the SQL, so that PostgreSQL can
 * use the index of waiting orders.
 */
const HELD_SINCE = sql`(
  select max(e.at) from order_events e
  where e.order_id = o.id and not e.unexpected and e.to_status = 'on_hold' and e.from_status <> 'on_hold')`;
const REFUNDING_SINCE = sql`(
  select max(e.at) from order_events e
  where e.order_id = o.id and not e.unexpected and e.to_status = 'refunding' and e.from_status <> 'refunding')`;
const CONVERTING_SINCE = sql`(
  select max(e.at) from order_events e
  where e.order_id = o.id and not e.unexpected
    and e.to_status in ('paid', 'converting') and e.from_status not in ('paid', 'converting'))`;
const CONVERTED_SINCE = sql`(
  select max(e.at) from order_events e
  where e.order_id = o.id and not e.unexpected and e.to_status = 'converted' and e.from_status <> 'converted')`;

function computeDeadlineSql(clock: DeadlineName, since: Sql): Sql {
  return sql`${since} + ${workDeadlines[clock].allowedMs} * interval '1 millisecond'`;
}

/** The deadline of a held order: if its money is only authorized, when the order machine ends the order; else the operator's. */
const HOLD_ENDS = sql`case
  when o.captured_units = 0 and o.received_units = 0 and o.capture_before is not null and o.deadline_at is not null
  then o.deadline_at else ${computeDeadlineSql('hold', sql`coalesce(${HELD_SINCE}, o.created_at)`)} end`;

/** All pending work: one part of the union for each clock. If filtered by `clock`, PostgreSQL skips the other parts. */
export const PENDING_WORK: Sql = sql`
  select 'hold' as clock, o.order_no as subject, o.id as "orderId", coalesce(${HELD_SINCE}, o.created_at) as since,
    ${HOLD_ENDS} as until
  from orders o where o.status = 'on_hold' and o.offer_type = ${OWN_OFFER_TYPE}
  union all
  select 'refund', o.order_no, o.id, coalesce(${REFUNDING_SINCE}, o.created_at),
    ${computeDeadlineSql('refund', sql`coalesce(${REFUNDING_SINCE}, o.created_at)`)}
  from orders o where o.status = 'refunding'
  union all
  select 'refund', r.id, r.order_id, r.created_at, ${computeDeadlineSql('refund', sql`r.created_at`)}
  from refunds r where r.purpose = 'surplus' and r.status in ('requested', 'pending')
  union all
  select 'conversion', o.order_no, o.id, coalesce(${CONVERTING_SINCE}, o.created_at),
    ${computeDeadlineSql('conversion', sql`coalesce(${CONVERTING_SINCE}, o.created_at)`)}
  from orders o where o.status in ('paid', 'converting') and o.offer_type = ${OWN_OFFER_TYPE}
  union all
  select 'sending', o.order_no, o.id, coalesce(${CONVERTED_SINCE}, o.created_at),
    ${computeDeadlineSql('sending', sql`coalesce(${CONVERTED_SINCE}, o.created_at)`)}
  from orders o where o.status = 'converted' and o.offer_type = ${OWN_OFFER_TYPE}
    and not exists (select 1 from payouts p where p.order_id = o.id and p.status not in ('reverted', 'abandoned'))
  union all
  select 'review', o.order_no, o.id, r.since, coalesce(o.deadline_at, ${computeDeadlineSql('review', sql`r.since`)})
  from orders o cross join lateral (
    select min(e.at) as since from order_events e
    where e.order_id = o.id and not e.unexpected and e.kind = 'identity_processing') r
  where o.status = 'awaiting_identity' and r.since is not null
  union all
  select 'payout', f.id, p.order_id, f.created_at, ${computeDeadlineSql('payout', sql`f.created_at`)}
  from payouts p join payouts f on f.id = p.batch_id where p.status in ('signed', 'broadcast', 'confirmed')
  union all
  select 'unallocated', b.id, b.order_id, b.created_at, ${computeDeadlineSql('unallocated', sql`b.created_at`)}
  from bank_entries b where b.status = 'unallocated' and b.direction = 'credit'
  union all
  select 'request', q.id::text, null, q.created_at, ${computeDeadlineSql('request', sql`q.created_at`)} from operator_requests q where q.status = 'waiting'
  union all
  select 'fact', f.kind || ' ' || f.key, f.order_id, f.arrived_at, ${computeDeadlineSql('fact', sql`f.arrived_at`)} from waiting_facts f`;

const ALLOWED = JSON.stringify(
  Object.fromEntries(Object.entries(workDeadlines).map(([name, { allowedMs }]) => [name, allowedMs])),
);
const SHARES = JSON.stringify(warningShares);

/** Pending work that is due for a warning. */
export type DueWarning = PendingWork & { readonly share: WarningShareName; readonly key: string };

/**
 * Returns due warnings that were not raised yet, oldest first: after half, four fifths and all of the allowed time. After an
 * outage warnings are late, not lost. Several orders that wait for the same thing, such as a transaction, get one warning.
 */
export async function findDueWarnings(database: Queryable, limit: number): Promise<DueWarning[]> {
  return database.many<DueWarning>(sql`
    select clock, subject, "orderId", since, until, share, key from (
      select distinct on (clock, subject, since, s.name) w.*, s.name as share, s.of,
        concat_ws(':', 'clock', w.clock, w.subject, floor(extract(epoch from w.since) * 1000), s.name) as key,
        w.since + s.of * (
          least(w.until, w.since + (${ALLOWED}::jsonb ->> w.clock)::double precision * interval '1 millisecond') - w.since
        ) as due_at
      from (${PENDING_WORK}) w cross join jsonb_to_recordset(${SHARES}::jsonb) as s (name text, of double precision)
      order by clock, subject, since, s.name, "orderId"
    ) d
    where due_at <= (select slipway_now()) and not exists (select 1 from operator_alerts a where a.key = d.key)
    order by due_at, of limit ${limit}`);
}

/** Settles the warnings about pending work that has ended. */
export async function settleEndedWarnings(database: Queryable): Promise<void> {
  await database.run(sql`
    update operator_alerts a set settled_at = slipway_now(), settled_by = 'slipway'
    where settled_at is null and kind in ('deadline_near', 'deadline_passed') and starts_with(key, 'clock:')
      and key not in (
        select concat_ws(':', 'clock', w.clock, w.subject, floor(extract(epoch from w.since) * 1000), s.name)
        from (${PENDING_WORK}) w cross join jsonb_to_recordset(${SHARES}::jsonb) as s (name text))`);
}

/** Returns all pending work, the least remaining time first. */
export async function listPendingWork(database: Queryable, limit: number): Promise<PendingWork[]> {
  return database.many<PendingWork>(sql`
    select clock, subject, "orderId", since, until from (${PENDING_WORK}) w order by until limit ${limit}`);
}

/** Returns the pending work of these orders, the oldest first. */
export async function findPendingWorkOfOrders(
  database: Queryable,
  orderIds: readonly number[],
): Promise<PendingWork[]> {
  if (orderIds.length === 0) return [];
  return database.many<PendingWork>(sql`
    select clock, subject, "orderId", since, until from (${PENDING_WORK}) w
    where "orderId" = any(${[...orderIds]}::bigint[]) order by since, subject`);
}
