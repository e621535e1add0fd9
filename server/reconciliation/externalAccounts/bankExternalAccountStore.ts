import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { joinOrderEvent, joinPostings } from './entryJoinStore.ts';

export type ReportedBooking = {
  readonly id: string;
  readonly currency: string;
  /** Positive for credits. Minor units. */
  readonly units: bigint;
  readonly reversal: boolean;
  /** It was not processed yet. */
  readonly isNew: boolean;
  readonly at: Date;
};

/**
 * A booking is included if a statement contains it, or a notification reported it for a day without a complete statement: a
 * booking that its day's statement omits was never made.
 */
const IS_COUNTED = sql`(e.stated_in is not null or not (
  coalesce((
    select s.follows is not null from account_statements s
    where s.account = e.account and s.currency = e.currency and s.closed_on >= e.booked_on
    order by s.closed_on, s.id limit 1
  ), false) and exists (
    select 1 from account_statements s
    where s.account = e.account and s.currency = e.currency and s.closed_on > e.booked_on)))`;

export async function findReportedBookings(database: Queryable, since: Date): Promise<ReportedBooking[]> {
  return database.many<ReportedBooking>(sql`
    select e.id, e.currency, case e.direction when 'credit' then e.units else -e.units end as units, e.reversal,
      e.status = 'new' as is_new, e.created_at as at
    from bank_entries e where e.created_at >= ${since} and e.status <> 'itemised' and ${IS_COUNTED}`);
}

/**
 * Returns the change of balances by currency, over all accounts: the last statement's closing balance less the first one's
 * opening balance, plus later bookings. For an account without a statement, all its bookings. Minor units.
 */
export async function findReportedBalances(database: Queryable): Promise<{ currency: string; units: bigint }[]> {
  return database.many(sql`
    with ends as (
      select distinct on (account, currency) account, currency, closing_units as closing from account_statements s
      where not exists (select 1 from account_statements n where n.follows = s.id)
      order by account, currency, closed_on desc, id desc
    ), starts as (
      select distinct on (account, currency) account, currency, opening_units as opening from account_statements
      where follows is null order by account, currency, closed_on, id
    ), without_rows as (
      select e.account, e.currency, sum(case e.direction when 'credit' then e.units else -e.units end) as units
      from bank_entries e left join ends on ends.account = e.account and ends.currency = e.currency
      where e.status <> 'itemised' and (ends.account is null or (e.stated_in is null and e.notified and ${IS_COUNTED}))
      group by e.account, e.currency
    ), reported as (
      select ends.currency, ends.closing - starts.opening as units
      from ends join starts on starts.account = ends.account and starts.currency = ends.currency
      union all select currency, units from without_rows
    )
    select currency, sum(units) as units from reported group by currency`);
}

/** A posting to the ledger's bank account, with the keys that identify its booking. */
export type BankPosting = {
  readonly key: string;
  /** The key of the order event that posted it; null if there is none. */
  readonly eventKey: string | null;
  readonly asset: string;
  readonly units: bigint;
  readonly at: Date;
};

export async function findBankPostings(database: Queryable, since: Date): Promise<BankPosting[]> {
  return database.many<BankPosting>(sql`
    select t.key, e.key as event_key, p.asset, p.units, t.at
    from ledger_transactions t
    ${joinPostings('asset:bank')}
    ${joinOrderEvent}
    where t.at >= ${since}`);
}

/** Returns the booking with which each refund left, by the refund's id. */
export async function findRefundBookings(database: Queryable, since: Date): Promise<Map<string, string>> {
  const rows = await database.many<{ refund: string; booking: string }>(sql`
    select refund_id as refund, id as booking from bank_entries
    where direction = 'debit' and refund_id is not null and created_at >= ${since}`);
  return new Map(rows.map(({ refund, booking }) => [refund, booking]));
}
