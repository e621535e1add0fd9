import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import { type Amount, createAmount } from '@slipway/money/amount.ts';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { Order } from '../../purchase/order/order.ts';

/**
 * Filters of the order list; an absent or empty list does not filter. Exception: `ids`, the results of a search, matches no
 * order if it is empty.
 */
export type OrderCondition = {
  readonly ids?: readonly number[] | undefined;
  readonly status?: readonly string[];
  readonly exception?: readonly string[];
  readonly dispute?: readonly string[];
  readonly method?: readonly string[];
  readonly country?: readonly string[];
  readonly asset?: readonly string[];
  readonly partner?: readonly string[];
  readonly euroCentsFrom?: bigint | undefined;
  readonly euroCentsTo?: bigint | undefined;
  readonly madeFrom?: Date | undefined;
  readonly madeTo?: Date | undefined;
};

/** Page cursor: the time that the list is sorted by, at the database's full precision, and the order's id. */
export type OrderPageCursor = { readonly at: string; readonly id: number };

export type ListedRow = Pick<
  Order,
  | 'id'
  | 'orderNo'
  | 'createdAt'
  | 'status'
  | 'heldFrom'
  | 'reason'
  | 'exception'
  | 'dispute'
  | 'deadlineAt'
  | 'network'
  | 'country'
  | 'payMethod'
  | 'partnerId'
> & {
  readonly since: Date;
  /** The time that the list is sorted by, at the database's full precision, for {@link OrderPageCursor}. */
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

function matchAny(column: Sql, values: readonly string[] = []): Sql {
  const [only, another] = values;
  if (only === undefined) return empty;
  // With a single value, the index also returns the rows in order of time.
  return another === undefined ? sql` and ${column} = ${only}` : sql` and ${column} = any(${[...values]})`;
}

function buildBound(condition: (value: string) => Sql, value: bigint | Date | undefined): Sql {
  if (value === undefined) return empty;
  return condition(value instanceof Date ? value.toISOString() : value.toString());
}

const HAS_NONE = 'none';

/** Most orders have `none`; with the condition `<> 'none'`, PostgreSQL finds the others by a partial index. */
function matchException(column: Sql, values: readonly string[] = []): Sql {
  if (values.length === 0) return empty;
  return values.includes(HAS_NONE)
    ? matchAny(column, values)
    : sql`${matchAny(column, values)} and ${column} <> 'none'`;
}

function buildCondition(filter: OrderCondition): Sql {
  const { euroCentsFrom, euroCentsTo, madeFrom, madeTo } = filter;
  return sql`true${matchAny(sql`o.status`, filter.status)}${matchException(
    sql`o.exception`,
    filter.exception,
  )}${matchException(sql`o.dispute`, filter.dispute)}${matchAny(sql`o.pay_method`, filter.method)}${matchAny(
    sql`o.country`,
    filter.country,
  )}${matchAny(sql`o.receive_currency`, filter.asset)}${matchAny(sql`o.partner_id`, filter.partner)}${buildBound(
    (cents) => sql` and o.euro_cents >= ${cents}::numeric`,
    euroCentsFrom,
  )}${buildBound((cents) => sql` and o.euro_cents <= ${cents}::numeric`, euroCentsTo)}${buildBound(
    (at) => sql` and o.created_at >= ${at}::timestamptz`,
    madeFrom,
  )}${buildBound((at) => sql` and o.created_at < ${at}::timestamptz`, madeTo)}`;
}

/** Reads search results by id first; `offset 0` keeps the planner from scanning by time. */
function selectCandidateOrders({ ids }: OrderCondition): Sql {
  return ids ? sql`(select * from orders where id = any(${[...ids]}::bigint[]) offset 0) o` : sql`orders o`;
}

/** When the order entered its status. */
const SINCE = sql`coalesce((
  select max(e.at) from order_events e
  where e.order_id = o.id and e.to_status <> e.from_status and not e.unexpected), o.created_at)`;

const ROW = sql`o.id, o.order_no, o.created_at, o.status, o.held_from,
  o.reason, o.exception, o.dispute, o.deadline_at, o.network, o.country, o.pay_method,
  o.partner_id, o.pay_asset, o.pay_currency,
  o.pay_decimals, o.pay_units, o.receive_asset,
  o.receive_currency, o.receive_decimals, o.receive_units,
  (select b.email from buyers b where b.id = o.buyer_id) as email,
  (select t.person from console_assignments t where t.about = 'order' and t.subject = o.order_no) as taken_by`;

/** Returns orders after the page cursor, newest first. */
export async function listNewestOrders(
  database: Queryable,
  filter: OrderCondition,
  after: OrderPageCursor | undefined,
  limit: number,
): Promise<ListedRow[]> {
  const afterCursor = after ? sql` and (o.created_at, o.id) < (${after.at}::timestamptz, ${after.id}::bigint)` : empty;
  const rows = await database.many<StoredRow>(sql`
    select ${ROW}, ${SINCE} as since, o.created_at::text as sorted_at from (
      select * from ${selectCandidateOrders(filter)} where ${buildCondition(filter)}${afterCursor}
      order by o.created_at desc, o.id desc limit ${limit}) o
    order by o.created_at desc, o.id desc`);
  return rows.map(toListedRow);
}

/**
 * Returns orders in these statuses, those longest in their status first. The cost depends on the number of orders in
 * these statuses, not on the total.
 */
export async function listLongestWaiting(
  database: Queryable,
  filter: OrderCondition,
  openStatuses: readonly OrderStatus[],
  after: OrderPageCursor | undefined,
  limit: number,
): Promise<ListedRow[]> {
  const afterCursor = after ? sql`where (o.since, o.id) > (${after.at}::timestamptz, ${after.id}::bigint)` : empty;
  const rows = await database.many<StoredRow>(sql`
    select ${ROW}, o.since, o.since::text as sorted_at from (
      select o.*, ${SINCE} as since from ${selectCandidateOrders(filter)}
      where o.status = any(${[...openStatuses]}) and ${buildCondition(filter)}) o
    ${afterCursor} order by o.since, o.id limit ${limit}`);
  return rows.map(toListedRow);
}

function toListedRow(row: StoredRow): ListedRow {
  const { payAsset, payCurrency, payDecimals, payUnits, receiveAsset, receiveCurrency, receiveDecimals, ...rest } = row;
  const { receiveUnits, ...plain } = rest;
  return {
    ...plain,
    pay: createAmount({ id: payAsset, code: payCurrency, decimals: payDecimals }, payUnits),
    receive: createAmount({ id: receiveAsset, code: receiveCurrency, decimals: receiveDecimals }, receiveUnits),
  };
}

/** The pay amounts of orders in one currency, with the decimals that the asset had when they were created. */
export type PayAmountSum = {
  readonly asset: string;
  readonly currency: string;
  readonly decimals: number;
  readonly count: number;
  readonly units: bigint;
};

/** Sums the pay amounts of the newest `most` matches, by currency. Pass limit + 1 to detect that there are more. */
export async function sumOrders(
  database: Queryable,
  filter: OrderCondition,
  most: number,
  onlyStatuses: readonly OrderStatus[] | undefined,
): Promise<PayAmountSum[]> {
  const hasStatus = onlyStatuses ? sql`o.status = any(${[...onlyStatuses]}) and ` : empty;
  return database.many<PayAmountSum>(sql`
    select pay_asset as asset, pay_currency as currency, pay_decimals as decimals, count(*)::int as count,
      sum(pay_units) as units
    from (
      select o.pay_asset, o.pay_currency, o.pay_decimals, o.pay_units from ${selectCandidateOrders(filter)}
      where ${hasStatus}${buildCondition(filter)} order by o.created_at desc, o.id desc limit ${most}) o
    group by 1, 2, 3 order by 2, 3`);
}
