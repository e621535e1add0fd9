import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { EventKind } from '../purchase/order/events.ts';

/** From its start, included, to its end, not included. */
export type Day = { readonly start: Date; readonly end: Date };

/** One line of a report. Of amounts `units` are the minor units of the asset, or the ledger's where `decimals` is null. */
export type Figure = {
  readonly item: string;
  readonly count: number | null;
  readonly asset: string | null;
  readonly decimals: number | null;
  readonly units: bigint | null;
};

type Query = (day: Day) => Sql;

/** What an account took up in a day, with the sign by which it is said: income grows with credit, costs with debit. */
export function posted(accounts: string, sign: 1 | -1): Query {
  return ({ start, end }) => sql`
    select p.account as item, count(*)::int as count, p.asset, null::int as decimals, ${sign}::int * sum(p.units) as units
    from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
    where t.at >= ${start} and t.at < ${end} and p.account like ${accounts}
    group by p.account, p.asset order by p.account, p.asset`;
}

/** Events of the day that counted, with what they say of the pay currency. */
function told(...kinds: readonly EventKind[]): Query {
  return ({ start, end }) => sql`
    select e.kind as item, count(*)::int as count, 'iso4217:' || o.pay_currency as asset, o.pay_decimals::int as decimals,
      sum((e.data ->> 'units')::numeric) as units
    from order_events e join orders o on o.id = e.order_id
    where e.at >= ${start} and e.at < ${end} and not e.unexpected and e.kind = any(${[...kinds]}::text[])
    group by e.kind, o.pay_currency, o.pay_decimals order by 1, 3`;
}

/** Deliveries of the day, less those that a re-organization took back: one that is delivered again counts once. */
export function delivered(amount: 'pay' | 'receive'): Query {
  const asset = amount === 'receive' ? sql`o.receive_asset` : sql`'iso4217:' || o.pay_currency`;
  const [decimals, units] =
    amount === 'receive' ? [sql`o.receive_decimals`, sql`o.receive_units`] : [sql`o.pay_decimals`, sql`o.pay_units`];
  return ({ start, end }) => sql`
    select 'delivered' as item, sum(sign)::int as count, asset, decimals, sum(sign * units) as units from (
      select case e.kind when 'payout_confirmed' then 1 else -1 end as sign, ${asset} as asset,
        ${decimals}::int as decimals, ${units} as units
      from order_events e join orders o on o.id = e.order_id
      where e.at >= ${start} and e.at < ${end} and not e.unexpected and e.kind in ('payout_confirmed', 'payout_reorged')
    ) moved group by asset, decimals order by asset`;
}

const NO_AMOUNT = sql`null::text as asset, null::int as decimals, null::numeric as units`;

/** The sections of a report, in their order: what each is called, and what is asked for it. */
export const sections: readonly { readonly title: string; readonly query: Query }[] = [
  {
    title: 'Orders made that day, by their status now',
    query: ({ start, end }) => sql`
      select status as item, count(*)::int as count, ${NO_AMOUNT} from orders
      where created_at >= ${start} and created_at < ${end} group by status order by status`,
  },
  {
    title: 'Open orders',
    query: () => sql`
      select status as item, count(*)::int as count, ${NO_AMOUNT} from orders
      where status not in ('delivered', 'refunded', 'cancelled', 'expired', 'failed') group by status order by status`,
  },
  { title: 'Volume delivered, as paid', query: delivered('pay') },
  { title: 'Volume delivered, as received', query: delivered('receive') },
  { title: 'Fees earned', query: posted('income:%', -1) },
  { title: 'Costs', query: posted('expense:%', 1) },
  {
    title: 'Payouts signed',
    query: ({ start, end }) => sql`
      select status as item, count(*)::int as count, asset, decimals, sum(units) as units from payouts
      where created_at >= ${start} and created_at < ${end} group by status, asset, decimals order by status, asset`,
  },
  {
    title: 'Refunds',
    query: told(
      'refund_settled',
      'refund_failed',
      'surplus_returned',
      'surplus_return_failed',
      'refund_elsewhere',
      'refund_elsewhere_failed',
    ),
  },
  {
    title: 'Disputes',
    query: told(
      'payment_warned',
      'payment_disputed',
      'dispute_won',
      'dispute_lost',
      'dispute_reversed',
      'payment_recalled',
      'loss_recovered',
    ),
  },
  {
    title: 'Waits that are over half of their time',
    query: ({ end }) => sql`
      select o.order_no || ' ' || o.status as item, null::int as count, ${NO_AMOUNT}
      from orders o cross join lateral (
        select coalesce(max(e.at), o.created_at) as since from order_events e
        where e.order_id = o.id and not e.unexpected and e.from_status <> e.to_status
      ) came
      where o.deadline_at is not null and ${end} > came.since + (o.deadline_at - came.since) / 2
        and o.status not in ('delivered', 'refunded', 'cancelled', 'expired', 'failed')
      order by o.deadline_at limit 200`,
  },
  {
    title: 'Where the ledger and a place differ: what the place has more',
    query: () => sql`
      select place || ' ' || state as item, jsonb_array_length(rows) as count, asset, null::int as decimals, units
      from reconciliation_differences where cleared_at is null order by id`,
  },
  {
    title: 'What lies where at the end of the day, by the ledger',
    query: ({ end }) => sql`
      select p.account as item, null::int as count, p.asset, null::int as decimals, sum(p.units) as units
      from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
      where t.at < ${end} and p.account like 'asset:%'
      group by p.account, p.asset having sum(p.units) <> 0 order by p.account, p.asset`,
  },
];

/** What the treasury has free by its own readings; minor units. */
export async function treasuryFree(database: Queryable): Promise<{ asset: string; units: bigint }[]> {
  return database.many(sql`select asset, free_units as units from treasury_funds order by asset`);
}

export async function askFigures(database: Queryable, query: Query, day: Day): Promise<Figure[]> {
  return database.many<Figure>(query(day));
}
