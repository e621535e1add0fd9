import type { Amount } from '@slipway/money/amount.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { Reserved } from '../../risk/reserveLimits.ts';
import type { Crypto } from '../catalog/catalog.ts';
import type { Order } from './order.ts';
import { type OrderRow, parseOrderRow } from './orderRow.ts';

/** Columns that map directly to properties of an order. */
const PLAIN: Sql = sql`
  o.id, o.order_no, o.quote_id, o.offer_type, o.buyer_id,
  o.country, o.locale, o.partner_id, o.status, o.exception, o.dispute, o.held_from,
  o.hold_requested, o.reason, o.event_sequence, o.pay_method,
  o.side, o.pay_currency, o.receive_currency, o.price,
  o.reference_price, o.euro_cents, o.network, o.address,
  o.seal, o.wallet_type, o.exchange_name,
  o.redirect_url, o.reference, o.referer_url, o.referer_order,
  o.partner_session,
  o.client_address, o.transfer_reference,
  o.current_attempt_id, o.tries_left, o.capture_before,
  o.payment_deadline, o.deadline_at,
  o.frozen,
  exists (select 1 from payouts p where p.order_id = o.id and p.status not in ('reverted', 'abandoned')) as payout_signed,
  exists (select 1 from payouts p where p.order_id = o.id and p.status = 'final') as payout_final,
  (select count(*)::int from payouts p where p.order_id = o.id and p.status = 'reverted') as reverted_payouts,
  o.created_at, o.updated_at`;

/** Columns from which the amounts are built. */
const UNITS: Sql = sql`
  o.pay_asset, o.pay_decimals, o.receive_asset, o.receive_decimals, o.pay_units, o.receive_units,
  o.processing_fee_units, o.network_fee_units, o.requote_units, o.partner_share_units, o.authorized_units,
  o.captured_units, o.received_units, o.refunded_units, o.surplus_units, o.surplus_returned_units, o.disputed_units,
  o.clawed_back_units`;

const ORDER_COLUMNS: Sql = sql`${PLAIN}, ${UNITS}`;

async function findOrderWhere(database: Queryable, condition: Sql): Promise<Order | undefined> {
  const row = await database.maybeOne<OrderRow>(sql`select ${ORDER_COLUMNS} from orders o where ${condition}`);
  return row && parseOrderRow(row);
}

export type NewOrder = Pick<
  Order,
  | 'orderNo'
  | 'quoteId'
  | 'offerType'
  | 'buyerId'
  | 'country'
  | 'locale'
  | 'partnerId'
  | 'payMethod'
  | 'side'
  | 'pay'
  | 'receiveCurrency'
  | 'receive'
  | 'processingFee'
  | 'networkFee'
  | 'price'
  | 'referencePrice'
  | 'euroCents'
  | 'network'
  | 'address'
  | 'seal'
  | 'walletType'
  | 'exchangeName'
  | 'redirectUrl'
  | 'reference'
  | 'refererUrl'
  | 'refererOrder'
  | 'partnerSession'
  | 'clientAddress'
  | 'transferReference'
  | 'partnerShare'
  | 'triesLeft'
  | 'paymentDeadline'
> & { readonly submissionHash: Buffer; readonly guestHash: Buffer | null };

export async function findOrder(database: Queryable, orderNo: string): Promise<Order | undefined> {
  return findOrderWhere(database, sql`o.order_no = ${orderNo}`);
}

export async function findOrderById(database: Queryable, id: number): Promise<Order | undefined> {
  return findOrderWhere(database, sql`o.id = ${id}`);
}

/** Returns orders sorted by id. */
export async function findOrdersByIds(database: Queryable, ids: readonly number[]): Promise<Order[]> {
  const rows = await database.many<OrderRow>(
    sql`select ${ORDER_COLUMNS} from orders o where o.id = any(${ids}::bigint[]) order by o.id`,
  );
  return rows.map(parseOrderRow);
}

/** Returns the orders that exist, in no particular order. */
export async function findOrdersByNumbers(database: Queryable, orderNos: readonly string[]): Promise<Order[]> {
  if (orderNos.length === 0) return [];
  const rows = await database.many<OrderRow>(
    sql`select ${ORDER_COLUMNS} from orders o where o.order_no = any(${[...orderNos]})`,
  );
  return rows.map(parseOrderRow);
}

/** Returns orders of a network (CAIP-2) that receive one of these amounts in minor units, oldest first. */
export async function findOrdersReceiving(
  database: Queryable,
  network: string,
  units: readonly bigint[],
): Promise<Order[]> {
  const rows = await database.many<OrderRow>(sql`
    select ${ORDER_COLUMNS} from orders o
    where o.receive_units = any(${units.map(String)}::numeric[]) and starts_with(o.receive_asset, ${`${network}/`})
    order by o.id`);
  return rows.map(parseOrderRow);
}

/** Returns when the oldest open order was created, in the machine time of the database; undefined if there is none. */
export async function findOldestOpenOrderTime(database: Queryable): Promise<Date | undefined> {
  const { at } = await database.one<{ at: Date | null }>(sql`
    select min(created_at) - (slipway_now() - clock_timestamp()) as at from orders
    where status not in ('delivered', 'cancelled', 'expired', 'failed', 'refunded')`);
  return at ?? undefined;
}

/** The order of a quote, and the hash of its submission. */
export type OrderOfQuote = {
  readonly orderNo: string;
  readonly submissionHash: Buffer;
  readonly buyerId: string | null;
  readonly guestHash: Buffer | null;
};

export async function findOrderByQuote(database: Queryable, quoteId: string): Promise<OrderOfQuote | undefined> {
  return database.maybeOne<OrderOfQuote>(sql`
    select order_no, submission_hash, buyer_id, guest_hash
    from orders where quote_id = ${quoteId}`);
}

/** Returns a page of a buyer's orders, newest first. */
export async function listOrders(
  database: Queryable,
  buyerId: string,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ orders: Order[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    database.many<OrderRow>(sql`
      select ${ORDER_COLUMNS} from orders o where o.buyer_id = ${buyerId}
      order by o.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`),
    database.one<{ total: number }>(sql`select count(*) as total from orders where buyer_id = ${buyerId}`),
  ]);
  return { orders: rows.map(parseOrderRow), total };
}

export async function findOrderByTransferReference(database: Queryable, reference: string): Promise<Order | undefined> {
  return findOrderWhere(database, sql`o.transfer_reference = ${reference}`);
}

/** Returns the database clock, read on the transaction's connection. */
export async function readTransactionTime(transaction: Transaction): Promise<Date> {
  const { now } = await transaction.one<{ now: Date }>(sql`select slipway_now() as now`);
  return now;
}

/** Locks the order until the transaction ends. Throws if it does not exist. */
export async function lockOrderRow(transaction: Transaction, orderId: number): Promise<void> {
  const held = await transaction.lock(sql`select id from orders where id = ${orderId} for update`);
  if (held === 0) throw new RangeError(`there is no order with id ${orderId}`);
}

/** Locks the order until the transaction ends, and returns its state after the lock is acquired. */
export async function lockOrder(transaction: Transaction, orderId: number): Promise<{ order: Order; now: Date }> {
  // A statement reads what was committed before it begins, so the order is read by a second statement, after the wait for the
  // lock.
  const [, { now, ...row }] = await Promise.all([
    lockOrderRow(transaction, orderId),
    transaction.one<OrderRow & { now: Date }>(
      sql`select ${ORDER_COLUMNS}, slipway_now() as now from orders o where o.id = ${orderId}`,
    ),
  ]);
  return { order: parseOrderRow(row), now };
}

/** Returns the id of the transaction that delivered an order's coins, ours or another provider's; null if there is none. */
export async function findDeliveryTransaction(transaction: Queryable, orderId: number): Promise<string | null> {
  const { transactionId } = await transaction.one<{ transactionId: string | null }>(sql`
    select coalesce(
      (select transaction_id from payouts where order_id = ${orderId} and status in ('confirmed', 'final')),
      (select transaction_id from provider_orders where order_id = ${orderId})) as transaction_id`);
  return transactionId;
}

/** Conditions that must still hold when an order is created. */
export type QuoteConditions = {
  /** Epoch seconds. */
  readonly expireTime: number;
  readonly crypto: Pick<Crypto, 'id' | 'asset'>;
  /** How long the order can be paid, from its creation. */
  readonly windowMs: number;
};

/**
 * Inserts an order for a quote in one statement; returns undefined if the quote has expired or its crypto now has another
 * asset. Throws a unique violation on `orders_quote_id_key` if the quote already has an order, and a refusal of `insert_order`
 * if its buyer may not buy.
 */
export async function insertReservedOrder(
  { transaction }: Reserved<'order'>,
  order: Omit<NewOrder, 'paymentDeadline'>,
  { expireTime, crypto: { id, asset }, windowMs }: QuoteConditions,
): Promise<{ readonly id: number; readonly at: Date } | undefined> {
  const deadline = sql`date_trunc('milliseconds', kept.at) + ${windowMs}::float8 * interval '1 millisecond'`;
  const kept = sql`insert_order(${order.buyerId}, ${expireTime}, ${id}, ${asset.id}, ${asset.decimals}) as kept(at)`;
  return transaction.maybeOne(sql`${buildOrderInsert(order, deadline, kept)} returning id, created_at as at`);
}

/**
 * Returns the statement that inserts an order. `moment` is a table expression that returns the time of creation as `kept.at`,
 * or no row if nothing must be inserted.
 */
export function buildOrderInsert(order: Omit<NewOrder, 'paymentDeadline'>, deadline: Sql, moment: Sql): Sql {
  return sql`
    insert into orders (
      order_no, quote_id, submission_hash, offer_type, buyer_id, guest_hash, country, locale, partner_id, status,
      pay_method, side, pay_currency, pay_asset, pay_decimals, pay_units, receive_currency, receive_asset,
      receive_decimals, receive_units, processing_fee_units, network_fee_units, price, reference_price, euro_cents,
      network, address, seal, wallet_type, exchange_name, redirect_url, client_address, transfer_reference,
      partner_share_units, tries_left, payment_deadline, deadline_at, created_at, updated_at, reference, referer_url,
      referer_order, partner_session
    ) select
      ${order.orderNo}, ${order.quoteId}, ${order.submissionHash}, ${order.offerType}, ${order.buyerId},
      ${order.guestHash}, ${order.country}, ${order.locale}, ${order.partnerId}, 'awaiting_payment',
      ${order.payMethod}, ${order.side}, ${order.pay.asset.code}, ${order.pay.asset.id}, ${order.pay.asset.decimals},
      ${formatUnits(order.pay)}::numeric, ${order.receiveCurrency}, ${order.receive.asset.id},
      ${order.receive.asset.decimals}, ${formatUnits(order.receive)}::numeric, ${formatUnits(order.processingFee)}::numeric,
      ${formatUnits(order.networkFee)}::numeric, ${order.price}, ${order.referencePrice},
      ${order.euroCents.toString()}::numeric, ${order.network}, ${order.address}, ${order.seal},
      ${order.walletType}, ${order.exchangeName}, ${order.redirectUrl}, ${order.clientAddress},
      ${order.transferReference}, ${formatUnits(order.partnerShare)}::numeric, ${order.triesLeft},
      ${deadline}, ${deadline}, kept.at, kept.at,
      ${order.reference}, ${order.refererUrl}, ${order.refererOrder}, ${order.partnerSession}
    from ${moment}`;
}

/**
 * Writes every column that an event may change. Only `applyEvent.ts` calls it. `attendAfterMs`: machine time from now until
 * a sweep repeats the order's step; null for never. Money columns are written only if they have changed: the database role of
 * the api may not write them.
 */
export async function updateOrder(
  transaction: Transaction,
  before: Order,
  order: Order,
  attendAfterMs: number | null,
): Promise<void> {
  const hasMoneyMoved = moneyColumns.some((name) => before[name].units !== order[name].units);
  await Promise.all([
    hasMoneyMoved && updateMoney(transaction, order),
    updateProgress(transaction, order, attendAfterMs),
  ]);
}

async function updateProgress(transaction: Transaction, order: Order, attendAfterMs: number | null): Promise<void> {
  await transaction.run(sql`
    update orders set
      status = ${order.status}, exception = ${order.exception}, dispute = ${order.dispute},
      held_from = ${order.heldFrom}, hold_requested = ${order.holdRequested}, reason = ${order.reason},
      event_sequence = ${order.eventSequence}, receive_units = ${formatUnits(order.receive)}::numeric,
      seal = ${order.seal}, price = ${order.price}, reference_price = ${order.referencePrice},
      requote_units = ${order.requote && formatUnits(order.requote)}::numeric,
      current_attempt_id = ${order.currentAttemptId}, tries_left = ${order.triesLeft}, frozen = ${order.frozen},
      capture_before = ${order.captureBefore}, deadline_at = ${order.deadlineAt},
      attend_at = clock_timestamp() + ${attendAfterMs}::double precision * interval '1 millisecond',
      updated_at = slipway_now()
    where id = ${order.id}`);
}

const moneyColumns = [
  'authorized',
  'captured',
  'received',
  'refunded',
  'surplus',
  'surplusReturned',
  'disputed',
  'clawedBack',
] as const satisfies readonly (keyof Order)[];

async function updateMoney(transaction: Transaction, order: Order): Promise<void> {
  await transaction.run(sql`
    update orders set
      authorized_units = ${formatUnits(order.authorized)}::numeric,
      captured_units = ${formatUnits(order.captured)}::numeric,
      received_units = ${formatUnits(order.received)}::numeric,
      refunded_units = ${formatUnits(order.refunded)}::numeric,
      surplus_units = ${formatUnits(order.surplus)}::numeric,
      surplus_returned_units = ${formatUnits(order.surplusReturned)}::numeric,
      disputed_units = ${formatUnits(order.disputed)}::numeric,
      clawed_back_units = ${formatUnits(order.clawedBack)}::numeric
    where id = ${order.id}`);
}

function formatUnits({ units }: Amount): string {
  return units.toString();
}
