import { openOrderStatuses } from '@slipway/contract/entities/orderStatuses.ts';
import sql, { type Sql } from 'sql-template-tag';
import { type Account, accounts } from '../ledger/account.ts';
import { summands } from '../ledger/ledgerStore.ts';
import { postedWithin } from '../ledger/postedWithinStore.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { EventKind } from '../purchase/order/events.ts';
import { deliveriesBetween } from './deliveryStore.ts';

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

type Query = (day: Day, database: Queryable) => Sql | Promise<Sql>;

/** What accounts took up in a day, with the sign by which it is said: income grows with credit, costs with debit. */
export function posted(names: readonly Account[], sign: 1 | -1): Query {
  return async (day, database) => sql`
    select account as item, sum(postings)::int as count, asset, null::int as decimals, ${sign}::int * sum(units) as units
    from ${await postedWithin(database, day)} posted
    where account = any(${[...names]}) group by account, asset order by account, asset`;
}

/** Accounts whose names begin so. */
export function accountsOf(beginning: string): readonly Account[] {
  return accounts.filter((account) => account.startsWith(beginning));
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
function delivered(amount: 'pay' | 'receive'): Query {
  const [asset, decimals, units] =
    amount === 'receive'
      ? [sql`receive_asset`, sql`receive_decimals`, sql`receive_units`]
      : [sql`pay_asset`, sql`pay_decimals`, sql`pay_units`];
  return ({ start, end }) => sql`
    select 'delivered' as item, sum(sign)::int as count, ${asset} as asset, ${decimals} as decimals,
      sum(sign * ${units}) as units
    from ${deliveriesBetween(start, end)} moved group by 3, 4 order by 3`;
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
      where status = any(${[...openOrderStatuses]}) group by status order by status`,
  },
  { title: 'Volume delivered, as paid', query: delivered('pay') },
  { title: 'Volume delivered, as received', query: delivered('receive') },
  { title: 'Fees earned', query: posted(accountsOf('income:'), -1) },
  { title: 'Costs', query: posted(accountsOf('expense:'), 1) },
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
        and o.status = any(${[...openOrderStatuses]})
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
    // From what lies there now, less what came since: of a day that is just over that is little.
    query: async ({ end }, database) => sql`
      select account as item, null::int as count, asset, null::int as decimals, sum(units) as units
      from (
        select account, asset, units from ${await summands(database)} sums
        union all select account, asset, -units from ${await postedWithin(database, { start: end, end: null })} since
      ) lying
      where account like 'asset:%'
      group by account, asset having sum(units) <> 0 order by account, asset`,
  },
];

/** What the treasury has free by its own readings; minor units. */
export async function treasuryFree(database: Queryable): Promise<{ asset: string; units: bigint }[]> {
  return database.many(sql`select asset, free_units as units from treasury_funds order by asset`);
}

export async function askFigures(database: Queryable, query: Query, day: Day): Promise<Figure[]> {
  return database.many<Figure>(await query(day, database));
}
