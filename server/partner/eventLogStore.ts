import sql, { join, type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

export const DELIVERY_STATES = ['unaddressed', 'waiting', 'taken', 'given_up'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export type LoggedEvent = {
  readonly entry: number;
  readonly event: string;
  readonly type: string;
  readonly orderNo: string | null;
  readonly position: number | null;
  readonly createdAt: Date;
  readonly delivery: DeliveryState;
  readonly tries: number;
  readonly triedAt: Date | null;
  readonly status: number | null;
};

type EventFilter = {
  readonly partnerId: string;
  readonly state: DeliveryState | undefined;
  /** Only entries before this one. */
  readonly before: number | undefined;
  readonly most: number;
};

/** Returns a partner's events, newest first, each with its number of tries and the time and status of the last. */
export async function listEvents(
  database: Queryable,
  { partnerId, state, before, most }: EventFilter,
): Promise<LoggedEvent[]> {
  const older = before === undefined ? sql`true` : sql`entry < ${before}`;
  // Each state's index is scanned from its end, limited to one page.
  const selectEntries = (delivery: DeliveryState) => sql`(
    select entry from partner_events where partner_id = ${partnerId} and delivery = ${delivery} and ${older}
    order by entry desc limit ${most})`;
  const entries = join(
    state === undefined ? DELIVERY_STATES.map(selectEntries) : [selectEntries(state)],
    ' union all ',
  );
  return database.many<LoggedEvent>(sql`
    ${selectEvents(sql`e.entry in (${entries})`)} order by e.entry desc limit ${most}`);
}

/** Returns an event with its body; undefined if the partner has no such event, or it was deleted. */
export async function findEvent(
  database: Queryable,
  partnerId: string,
  id: string,
): Promise<(LoggedEvent & { readonly body: string }) | undefined> {
  const event = await database.maybeOne<LoggedEvent>(selectEvents(sql`e.id = ${id} and e.partner_id = ${partnerId}`));
  if (!event) return undefined;
  const { body } = await database.one<{ body: string }>(
    sql`select body from partner_events where entry = ${event.entry}`,
  );
  return { ...event, body };
}

function selectEvents(which: Sql): Sql {
  return sql`
    select e.entry, e.id as event, e.type, case when e.order_id is not null then e.lane end as order_no, e.position,
      e.created_at, e.delivery, tried.tries, tried.at as tried_at, tried.status
    from partner_events e cross join lateral (
      select count(*)::int as tries, max(d.at) as at, (array_agg(d.status order by d.id desc))[1] as status
      from partner_deliveries d where d.event_entry = e.entry
    ) tried
    where ${which}`;
}

export type DeliveryAttempt = {
  readonly number: number;
  readonly at: Date;
  readonly status: number | null;
  readonly answer: string;
  readonly milliseconds: number;
};

/** Returns an event's delivery attempts, newest first. */
export async function listDeliveryAttempts(
  database: Queryable,
  entry: number,
  most: number,
): Promise<DeliveryAttempt[]> {
  return database.many<DeliveryAttempt>(sql`
    select try as number, at, status, answer, milliseconds from partner_deliveries
    where event_entry = ${entry} order by id desc limit ${most}`);
}
