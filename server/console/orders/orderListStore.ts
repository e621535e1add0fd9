import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import { type Amount, amountOf } from '@slipway/money/amount.ts';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { Order } from '../../purchase/order/order.ts';
import { resultAccounts } from '../figures/result.ts';

/** Which orders are meant; empty lists say nothing. `ids`: what was searched for is one of these. */
export type OrderCondition = {
  readonly ids: readonly number[] | undefined;
  readonly status: readonly string[];
  readonly exception: readonly string[];
  readonly dispute: readonly string[];
  readonly method: readonly string[];
  readonly country: readonly string[];
  readonly asset: readonly string[];
  readonly partner: readonly string[];
  readonly euroCentsFrom: bigint | undefined;
  readonly euroCentsTo: bigint | undefined;
  readonly madeFrom: Date | undefined;
  readonly madeTo: Date | undefined;
};

/** Where a page ends: the moment that it is sorted by, to the last digit as the database writes it, and the order's id. */
export type PageEnd = { readonly at: string; readonly id: number };

export type ListedRow = Pick<
  Order,
  | 'id'
  | 'orderNo'
  | 'createdAt'
  | 'status'
  | 'heldFrom'
  | 'exception'
  | 'dispute'
  | 'deadlineAt'
  | 'network'
  | 'country'
  | 'payMethod'
  | 'partnerId'
> & {
  readonly since: Date;
  /** By what it stands where it does in the list. */
  readonly sortedAt: string;
  readonly pay: Amount;
  readonly receive: Amount;
  readonly email: string | null;
  readonly takenBy: string | null;
};

type StoredRow = Omit<ListedRow, 'pay' | 'receive'> & {
  readonly payAsset: string;
  readonly payCurrency: string;
  readonly payDecimals: number;
  readonly payUnits: bigint;
  readonly receiveAsset: string;
  readonly receiveCurrency: string;
  readonly receiveDecimals: number;
  readonly receiveUnits: bigint;
};

function anyOf(column: Sql, words: readonly string[]): Sql {
  const [only, another] = words;
  if (only === undefined) return empty;
  // One alone lets its index give the order of time as well.
  return another === undefined ? sql` and ${column} = ${only}` : sql` and ${column} = any(${[...words]})`;
}

function bound(condition: (value: string) => Sql, value: bigint | Date | undefined): Sql {
  if (value === undefined) return empty;
  return condition(value instanceof Date ? value.toISOString() : value.toString());
}

const HAS_NONE = 'none';

/** `none` is what most orders have: those that have something are found by an index of their own. */
function mishap(column: Sql, words: readonly string[]): Sql {
  if (words.length === 0) return empty;
  return words.includes(HAS_NONE) ? anyOf(column, words) : sql`${anyOf(column, words)} and ${column} <> 'none'`;
}

function conditionOf(filter: OrderCondition): Sql {
  const { euroCentsFrom, euroCentsTo, madeFrom, madeTo } = filter;
  return sql`true${anyOf(sql`o.status`, filter.status)}${mishap(
    sql`o.exception`,
    filter.exception,
  )}${mishap(sql`o.dispute`, filter.dispute)}${anyOf(sql`o.pay_method`, filter.method)}${anyOf(
    sql`o.country`,
    filter.country,
  )}${anyOf(sql`o.receive_currency`, filter.asset)}${anyOf(sql`o.partner_id`, filter.partner)}${bound(
    (cents) => sql` and o.euro_cents >= ${cents}::numeric`,
    euroCentsFrom,
  )}${bound((cents) => sql` and o.euro_cents <= ${cents}::numeric`, euroCentsTo)}${bound(
    (at) => sql` and o.created_at >= ${at}::timestamptz`,
    madeFrom,
  )}${bound((at) => sql` and o.created_at < ${at}::timestamptz`, madeTo)}`;
}

/** What was searched for is read first, by its ids: the planner may think that going along the time is shorter. */
function ordersAmong({ ids }: OrderCondition): Sql {
  return ids ? sql`(select * from orders where id = any(${[...ids]}::bigint[]) offset 0) o` : sql`orders o`;
}

/** When an order came to its status. */
const SINCE = sql`coalesce((
  select max(e.at) from order_events e
  where e.order_id = o.id and e.to_status <> e.from_status and not e.unexpected), o.created_at)`;

const ROW = sql`o.id, o.order_no as "orderNo", o.created_at as "createdAt", o.status, o.held_from as "heldFrom",
  o.exception, o.dispute, o.deadline_at as "deadlineAt", o.network, o.country, o.pay_method as "payMethod",
  o.partner_id as "partnerId", o.pay_asset as "payAsset", o.pay_currency as "payCurrency",
  o.pay_decimals as "payDecimals", o.pay_units as "payUnits", o.receive_asset as "receiveAsset",
  o.receive_currency as "receiveCurrency", o.receive_decimals as "receiveDecimals", o.receive_units as "receiveUnits",
  (select b.email from buyers b where b.id = o.buyer_id) as email,
  (select t.person from console_takes t where t.about = 'order' and t.subject = o.order_no) as "takenBy"`;

/** The newest first, behind where the page before has ended. */
export async function newestOrders(
  database: Queryable,
  filter: OrderCondition,
  after: PageEnd | undefined,
  limit: number,
): Promise<ListedRow[]> {
  const behind = after ? sql` and (o.created_at, o.id) < (${after.at}::timestamptz, ${after.id}::bigint)` : empty;
  const rows = await database.many<StoredRow>(sql`
    select ${ROW}, ${SINCE} as since, o.created_at::text as "sortedAt" from (
      select * from ${ordersAmong(filter)} where ${conditionOf(filter)}${behind}
      order by o.created_at desc, o.id desc limit ${limit}) o
    order by o.created_at desc, o.id desc`);
  return rows.map(rowOf);
}

/**
 * Of orders that are under way, those first that have been where they are the longest. How many are under way depends on how
 * fast they end, and not on how many there ever were.
 */
export async function longestWaiting(
  database: Queryable,
  filter: OrderCondition,
  underWay: readonly OrderStatus[],
  after: PageEnd | undefined,
  limit: number,
): Promise<ListedRow[]> {
  const behind = after ? sql`where (o.since, o.id) > (${after.at}::timestamptz, ${after.id}::bigint)` : empty;
  const rows = await database.many<StoredRow>(sql`
    select ${ROW}, o.since, o.since::text as "sortedAt" from (
      select o.*, ${SINCE} as since from ${ordersAmong(filter)}
      where o.status = any(${[...underWay]}) and ${conditionOf(filter)}) o
    ${behind} order by o.since, o.id limit ${limit}`);
  return rows.map(rowOf);
}

function rowOf(row: StoredRow): ListedRow {
  const { payAsset, payCurrency, payDecimals, payUnits, receiveAsset, receiveCurrency, receiveDecimals, ...rest } = row;
  const { receiveUnits, ...plain } = rest;
  return {
    ...plain,
    pay: amountOf({ id: payAsset, code: payCurrency, decimals: payDecimals }, payUnits),
    receive: amountOf({ id: receiveAsset, code: receiveCurrency, decimals: receiveDecimals }, receiveUnits),
  };
}

/** What orders pay in one currency, as it was counted when they were made. */
export type PaidSum = {
  readonly asset: string;
  readonly currency: string;
  readonly decimals: number;
  readonly count: number;
  readonly units: bigint;
};

/** Of the newest so many that a filter finds: whoever adds up one more than they want to count knows that there are more. */
export async function sumOrders(
  database: Queryable,
  filter: OrderCondition,
  most: number,
  onlyOf: readonly OrderStatus[] | undefined,
): Promise<PaidSum[]> {
  const underWay = onlyOf ? sql`o.status = any(${[...onlyOf]}) and ` : empty;
  return database.many<PaidSum>(sql`
    select pay_asset as asset, pay_currency as currency, pay_decimals as decimals, count(*)::int as count,
      sum(pay_units) as units
    from (
      select o.pay_asset, o.pay_currency, o.pay_decimals, o.pay_units from ${ordersAmong(filter)}
      where ${underWay}${conditionOf(filter)} order by o.created_at desc, o.id desc limit ${most}) o
    group by 1, 2, 3 order by 2, 3`);
}

export type OrderLeft = { readonly orderId: number; readonly asset: string; readonly units: bigint };

/** What is ours of orders, by the ledger: a credit below zero, as it is posted. */
export async function leftOfOrders(database: Queryable, orderIds: readonly number[]): Promise<OrderLeft[]> {
  if (orderIds.length === 0) return [];
  return database.many<OrderLeft>(sql`
    select l.order_id as "orderId", l.asset, sum(l.units) as units from ledger_postings l
    where l.order_id in (${join([...orderIds])}) and l.account = any(${[...resultAccounts]})
    group by 1, 2 having sum(l.units) <> 0 order by 1, 2`);
}
