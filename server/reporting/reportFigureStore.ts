import { openOrderStatuses } from '@slipway/contract/entities/orderStatuses.ts';
import sql, { type Sql } from 'sql-template-tag';
import { type Account, accounts } from '../ledger/account.ts';
import { selectBalanceSource } from '../ledger/ledgerStore.ts';
import { selectPostingsWithin } from '../ledger/periodPostingStore.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { EventKind } from '../purchase/order/orderEventKinds.ts';
import { selectDeliveries } from './deliveryStore.ts';

/** Half-open interval: includes its start, excludes its end. */
export type TimeRange = { readonly start: Date; readonly end: Date };

/** One line of a report. `units` are minor units of the asset, or of the ledger's scale if `decimals` is null. */
export type Figure = {
  readonly item: string;
  readonly count: number | null;
  readonly asset: string | null;
  readonly decimals: number | null;
  readonly units: bigint | null;
};

type Query = (day: TimeRange, database: Queryable) => Sql | Promise<Sql>;

/** Returns a query of what was posted to accounts in a day. Use sign -1 for income, which grows with credit, and 1 for costs. */
export function sumPostings(names: readonly Account[], sign: 1 | -1): Query {
  return async (day, database) => sql`
    select account as item, sum(postings)::int as count, asset, null::int as decimals, ${sign}::int * sum(units) as units
    from ${await selectPostingsWithin(database, day)} posted
    where account = any(${[...names]}) group by account, asset order by account, asset`;
}

/** Returns the accounts whose names begin with the text. */
export function findAccountsByPrefix(prefix: string): readonly Account[] {
  return accounts.filter((account) => account.startsWith(prefix));
}

/** Returns a query of the day's effective events of these kinds, with the sums of the amounts in their facts. */
function sumEvents(...kinds: readonly EventKind[]): Query {
  return ({ start, end }) => sql`
    select e.kind as item, count(*)::int as count, 'iso4217:' || o.pay_currency as asset, o.pay_decimals::int as decimals,
      sum((e.data ->> 'units')::numeric) as units
    from order_events e join orders o on o.id = e.order_id
    where e.at >= ${start} and e.at < ${end} and not e.unexpected and e.kind = any(${[...kinds]}::text[])
    group by e.kind, o.pay_currency, o.pay_decimals order by 1, 3`;
}

/** Returns a query of the day's deliveries, less those that a reorganization reverted: an order delivered again counts once. */
function sumDeliveries(amount: 'pay' | 'receive'): Query {
  const [asset, decimals, units] =
    amount === 'receive'
      ? [sql`receive_asset`, sql`receive_decimals`, sql`receive_units`]
      : [sql`pay_asset`, sql`pay_decimals`, sql`pay_units`];
  return ({ start, end }) => sql`
    select 'delivered' as item, sum(sign)::int as count, ${asset} as asset, ${decimals} as decimals,
      sum(sign * ${units}) as units
    from ${selectDeliveries(start, end)} moved group by 3, 4 order by 3`;
}

const NO_AMOUNT = sql`null::text as asset, null::int as decimals, null::numeric as units`;

/** The report's sections in order, each with its title and query. */
export const reportQueries: readonly { readonly title: string; readonly query: Query }[] = [
  {
    title: 'Orders created that day, by current status',
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
  { title: 'Volume delivered, as paid', query: sumDeliveries('pay') },
  { title: 'Volume delivered, as received', query: sumDeliveries('receive') },
  { title: 'Fees earned', query: sumPostings(findAccountsByPrefix('income:'), -1) },
  { title: 'Costs', query: sumPostings(findAccountsByPrefix('expense:'), 1) },
  {
    title: 'Payouts signed',
    query: ({ start, end }) => sql`
      select status as item, count(*)::int as count, asset, decimals, sum(units) as units from payouts
      where created_at >= ${start} and created_at < ${end} group by status, asset, decimals order by status, asset`,
  },
  {
    title: 'Refunds',
    query: sumEvents(
      'refund_settled',
      'refund_failed',
      'surplus_returned',
      'surplus_return_failed',
      'external_refund',
      'external_refund_failed',
    ),
  },
  {
    title: 'Disputes',
    query: sumEvents(
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
    title: 'Pending work past half of its time',
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
    title: 'Differences between the ledger and external accounts: surplus of the account',
    query: () => sql`
      select place || ' ' || state as item, jsonb_array_length(rows) as count, asset, null::int as decimals, units
      from reconciliation_differences where cleared_at is null order by id`,
  },
  {
    title: 'Balances by account at the end of the day, by the ledger',
    // Current balances minus later postings, which are few for a day that has just ended.
    query: async ({ end }, database) => sql`
      select account as item, null::int as count, asset, null::int as decimals, sum(units) as units
      from (
        select account, asset, units from ${await selectBalanceSource(database)} sums
        union all select account, asset, -units from ${await selectPostingsWithin(database, { start: end, end: null })} since
      ) balances
      where account like 'asset:%'
      group by account, asset having sum(units) <> 0 order by account, asset`,
  },
];

/** Returns how much of each asset the treasury can still deliver, as last observed, in minor units. */
export async function readTreasuryFunds(database: Queryable): Promise<{ asset: string; units: bigint }[]> {
  return database.many(sql`select asset, free_units as units from treasury_funds order by asset`);
}

export async function queryFigures(database: Queryable, query: Query, day: TimeRange): Promise<Figure[]> {
  return database.many<Figure>(await query(day, database));
}
