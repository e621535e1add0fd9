import { reviewKinds } from '@slipway/contract/entities/console/consoleReview.ts';
import sql, { type Sql } from 'sql-template-tag';
import { PENDING_WORK } from '../../operator/deadlines/pendingWorkStore.ts';
import type { Queryable } from '../../platform/database/database.ts';

export type ReviewKind = (typeof reviewKinds)[number];

/** An item of the review queue. */
export type QueuedReview = {
  readonly kind: ReviewKind;
  readonly key: string;
  /** The order that the review is about, or that waits for its decision. */
  readonly orderId: number | null;
  readonly buyerId: string | null;
  readonly since: Date;
  /** Null if it has no deadline. */
  readonly until: Date | null;
};

/** Selects the pending work that the named deadline applies to. */
function selectByDeadline(kind: ReviewKind, clock: 'hold' | 'unallocated'): Sql {
  return sql`
    select ${kind} as kind, w.subject as key, w."orderId", null::text as "buyerId", w.since, w.until
    from (${PENDING_WORK}) w where w.clock = ${clock}`;
}

/** The order of a reviewed buyer (`r`) that waits for the decision, with the earliest deadline. */
export const WAITING_ORDER = sql`
  select w.id, w.deadline_at from orders w where w.buyer_id = r.buyer_id and w.status = 'awaiting_identity'
  order by w.deadline_at nulls last limit 1`;

/** Disputes (`d`) without an answer whose deadline has not passed. */
export const UNANSWERED_DISPUTE = sql`d.status in ('warned', 'open') and not d.answered and d.evidence <> 'sent'
  and d.due_at > (select slipway_now())`;

/** Selects reviews of buyers; the deadline is that of the order that waits for the decision, if any. */
function selectBuyerReviews(kind: ReviewKind, which: Sql): Sql {
  return sql`
    select ${kind}, r.id::text, o.id, r.buyer_id, r.opened_at, o.deadline_at
    from identity_reviews r left join lateral (${WAITING_ORDER}) o on true
    where r.status = 'open' and ${which}`;
}

const DISPUTES = sql`
  select 'dispute', d.id, d.order_id, null::text, d.opened_at, d.due_at
  from disputes d where ${UNANSWERED_DISPUTE}`;

const selectByKind: Readonly<Record<ReviewKind, Sql>> = {
  identity: selectBuyerReviews('identity', sql`r.reason <> 'name_listed'`),
  names: selectBuyerReviews('names', sql`r.reason = 'name_listed'`),
  held: selectByDeadline('held', 'hold'),
  dispute: DISPUTES,
  unallocated: selectByDeadline('unallocated', 'unallocated'),
};

/** Truncated because a cursor has milliseconds and PostgreSQL microseconds. */
const QUEUE_COLUMNS = sql`kind, key, "orderId", "buyerId", date_trunc('milliseconds', since) as since,
  date_trunc('milliseconds', until) as until`;

function selectQueue(kind: ReviewKind | undefined): Sql {
  const [first, ...others] = kind ? [selectByKind[kind]] : Object.values(selectByKind);
  const named = sql`select * from (${first ?? DISPUTES}) as part (kind, key, "orderId", "buyerId", since, until)`;
  const all = others.reduce((together, part) => sql`${together} union all ${part}`, named);
  return sql`select ${QUEUE_COLUMNS} from (${all}) as every`;
}

/** Page cursor: the last row of a page. */
export type ReviewCursor = Pick<QueuedReview, 'until' | 'since'> & { readonly kind: string; readonly key: string };

/** Returns items by deadline; those without one come last. Of items with the same deadline, the oldest comes first. */
export async function listQueuedReviews(
  database: Queryable,
  {
    kind,
    after,
    limit,
  }: { readonly kind: ReviewKind | undefined; readonly after: ReviewCursor | null; readonly limit: number },
): Promise<QueuedReview[]> {
  const sortKey = sql`(coalesce(q.until, 'infinity'), q.since, q.kind, q.key)`;
  const afterCursor = after
    ? sql`${sortKey} > (coalesce(${after.until}::timestamptz, 'infinity'), ${after.since}::timestamptz, ${after.kind}, ${after.key})`
    : sql`true`;
  return database.many<QueuedReview>(sql`
    select * from (${selectQueue(kind)}) q where ${afterCursor} order by ${sortKey} limit ${limit}`);
}

/** Returns a pending review; undefined if it is decided or no longer needed. */
export async function findQueuedReview(
  database: Queryable,
  kind: ReviewKind,
  key: string,
): Promise<QueuedReview | undefined> {
  return database.maybeOne<QueuedReview>(sql`select * from (${selectQueue(kind)}) q where q.key = ${key}`);
}

export async function countQueuedReviews(database: Queryable): Promise<Record<ReviewKind, number>> {
  const rows = await database.many<{ kind: ReviewKind; count: number }>(sql`
    select kind, count(*)::integer as count from (${selectQueue(undefined)}) q group by kind`);
  const counted = new Map(rows.map(({ kind, count }) => [kind, count]));
  return Object.fromEntries(reviewKinds.map((kind) => [kind, counted.get(kind) ?? 0])) as Record<ReviewKind, number>;
}

/**
 * Returns the number of decisions since midnight UTC, and the median time from the arrival of an item to the execution
 * of its decision.
 */
export async function readTodaysDecisions(
  database: Queryable,
): Promise<{ readonly count: number; readonly medianMinutes: number | null }> {
  return database.one(sql`
    with decided as (
      select r.settled_at, case
        when r.action = 'review' then (select opened_at from identity_reviews where id::text = r.subject)
        when r.action = 'return' then (select created_at from bank_entries where id = r.subject)
        when r.action = 'match' then (select created_at from bank_entries where id = r.input ->> 'entry')
        else (select max(e.at) from orders o join order_events e on e.order_id = o.id
          where o.order_no = r.subject and e.at <= r.settled_at and not e.unexpected
            and e.to_status = 'on_hold' and e.from_status <> 'on_hold') end as arrived_at
      from operator_requests r
      where r.status = 'done' and r.action in ('review', 'clear', 'refuse', 'unfreeze', 'match', 'return')
        and r.settled_at >= date_trunc('day', (select slipway_now()), 'UTC'))
    select count(*)::integer as count,
      round((percentile_cont(0.5) within group (order by extract(epoch from settled_at - arrived_at)) / 60)::numeric, 1)::double precision
        as median_minutes
    from decided`);
}
