import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { OrderEvent } from './events.ts';
import type { Order } from './order.ts';

type OrderRow = Record<string, unknown>;

const ORDER_COLUMNS: Sql = sql`
  o.id, o.order_no as "orderNo", o.quote_id as "quoteId", o.offer_type as "offerType", o.buyer_id as "buyerId",
  o.country, o.locale, o.partner_id as "partnerId", o.status, o.exception, o.dispute, o.held_from as "heldFrom",
  o.hold_requested as "holdRequested", o.reason, o.event_sequence as "eventSequence", o.pay_method as "payMethod",
  o.side, o.pay_currency as "payCurrency", o.pay_units as "payUnits", o.receive_currency as "receiveCurrency",
  o.receive_units as "receiveUnits", o.processing_fee_units as "processingFeeUnits",
  o.network_fee_units as "networkFeeUnits", o.price, o.reference_price as "referencePrice",
  o.euro_cents as "euroCents", o.requote_units as "requoteUnits", o.network, o.address, o.address_mac as "addressMac",
  o.wallet_type as "walletType", o.exchange_name as "exchangeName", o.redirect_url as "redirectUrl",
  o.client_address as "clientAddress", o.transfer_reference as "transferReference",
  o.partner_share_units as "partnerShareUnits", o.surplus_units as "surplusUnits",
  o.surplus_returned_units as "surplusReturnedUnits",
  o.current_attempt_id as "currentAttemptId", o.tries_left as "triesLeft", o.authorized_units as "authorizedUnits",
  o.captured_units as "capturedUnits", o.received_units as "receivedUnits", o.refunded_units as "refundedUnits",
  o.capture_before as "captureBefore", o.payment_deadline as "paymentDeadline", o.deadline_at as "deadlineAt",
  exists (select 1 from payouts p where p.order_id = o.id and p.status not in ('reverted', 'abandoned')) as "payoutSigned",
  (select count(*)::int from payouts p where p.order_id = o.id and p.status = 'reverted') as "revertedPayouts",
  o.created_at as "createdAt", o.updated_at as "updatedAt"`;

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
  | 'payCurrency'
  | 'payUnits'
  | 'receiveCurrency'
  | 'receiveUnits'
  | 'processingFeeUnits'
  | 'networkFeeUnits'
  | 'price'
  | 'referencePrice'
  | 'euroCents'
  | 'network'
  | 'address'
  | 'addressMac'
  | 'walletType'
  | 'exchangeName'
  | 'redirectUrl'
  | 'clientAddress'
  | 'transferReference'
  | 'partnerShareUnits'
  | 'triesLeft'
  | 'paymentDeadline'
> & { readonly submissionHash: Buffer; readonly guestHash: Buffer | null };

export async function findOrder(database: Queryable, orderNo: string): Promise<Order | undefined> {
  return database.maybeOne<OrderRow & Order>(sql`select ${ORDER_COLUMNS} from orders o where o.order_no = ${orderNo}`);
}

export async function findOrderById(database: Queryable, id: number): Promise<Order | undefined> {
  return database.maybeOne<OrderRow & Order>(sql`select ${ORDER_COLUMNS} from orders o where o.id = ${id}`);
}

export async function findOrderByQuote(
  database: Queryable,
  quoteId: string,
): Promise<{ orderNo: string; submissionHash: Buffer; payMethod: string } | undefined> {
  return database.maybeOne(sql`
    select order_no as "orderNo", submission_hash as "submissionHash", pay_method as "payMethod"
    from orders where quote_id = ${quoteId}`);
}

/** A buyer's orders, newest first, a page of them. */
export async function listOrders(
  database: Queryable,
  buyerId: string,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ orders: Order[]; total: number }> {
  const [orders, { total }] = await Promise.all([
    database.many<OrderRow & Order>(sql`
      select ${ORDER_COLUMNS} from orders o where o.buyer_id = ${buyerId}
      order by o.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`),
    database.one<{ total: number }>(sql`select count(*) as total from orders where buyer_id = ${buyerId}`),
  ]);
  return { orders, total };
}

export async function findOrderByTransferReference(database: Queryable, reference: string): Promise<Order | undefined> {
  return database.maybeOne<OrderRow & Order>(
    sql`select ${ORDER_COLUMNS} from orders o where o.transfer_reference = ${reference}`,
  );
}

/** The one clock, asked on the transaction's own connection. */
export async function transactionTime(transaction: Transaction): Promise<Date> {
  const { now } = await transaction.one<{ now: Date }>(sql`select slipway_now() as now`);
  return now;
}

/** Locks the order until the transaction ends. */
export async function lockOrder(transaction: Transaction, orderId: number): Promise<{ order: Order; now: Date }> {
  await transaction.one(sql`select id from orders where id = ${orderId} for update`);
  const { now, ...order } = await transaction.one<OrderRow & Order & { now: Date }>(
    sql`select ${ORDER_COLUMNS}, slipway_now() as now from orders o where o.id = ${orderId}`,
  );
  return { order, now };
}

/** Throws a unique violation on `orders_quote_id_key` when the quote has made an order. */
export async function insertOrder(transaction: Transaction, order: NewOrder): Promise<number> {
  const { id } = await transaction.one<{ id: number }>(sql`
    insert into orders (
      order_no, quote_id, submission_hash, offer_type, buyer_id, guest_hash, country, locale, partner_id, status,
      pay_method, side, pay_currency, pay_units, receive_currency, receive_units, processing_fee_units,
      network_fee_units, price, reference_price, euro_cents, network, address, address_mac, wallet_type,
      exchange_name, redirect_url, client_address, transfer_reference, partner_share_units, tries_left, payment_deadline, deadline_at, created_at, updated_at
    ) values (
      ${order.orderNo}, ${order.quoteId}, ${order.submissionHash}, ${order.offerType}, ${order.buyerId},
      ${order.guestHash}, ${order.country}, ${order.locale}, ${order.partnerId}, 'awaiting_payment',
      ${order.payMethod}, ${order.side}, ${order.payCurrency}, ${order.payUnits.toString()}::numeric,
      ${order.receiveCurrency}, ${order.receiveUnits.toString()}::numeric,
      ${order.processingFeeUnits.toString()}::numeric, ${order.networkFeeUnits.toString()}::numeric, ${order.price},
      ${order.referencePrice}, ${order.euroCents.toString()}::numeric, ${order.network}, ${order.address},
      ${order.addressMac}, ${order.walletType}, ${order.exchangeName}, ${order.redirectUrl}, ${order.clientAddress}, ${order.transferReference},
      ${order.partnerShareUnits.toString()}::numeric, ${order.triesLeft},
      ${order.paymentDeadline}, ${order.paymentDeadline}, slipway_now(), slipway_now()
    ) returning id`);
  return id;
}

export async function hasEvent(transaction: Transaction, orderId: number, key: string): Promise<boolean> {
  const found = await transaction.maybeOne(
    sql`select 1 from order_events where order_id = ${orderId} and key = ${key}`,
  );
  return found !== undefined;
}

export async function insertEvent(
  transaction: Transaction,
  order: Order,
  event: OrderEvent,
  to: string,
  unexpected: boolean,
  at: Date,
): Promise<void> {
  const data = JSON.stringify(event.data, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  await transaction.run(sql`
    insert into order_events (order_id, sequence, kind, key, data, from_status, to_status, unexpected, at)
    values (${order.id}, ${order.eventSequence}, ${event.kind}, ${event.key}, ${data}, ${order.status}, ${to}, ${unexpected}, ${at})`);
}

/** Writes everything that an event may change. Only applyEvent calls it. `attendAfterMs` counts machine time from now. */
export async function updateOrder(transaction: Transaction, order: Order, attendAfterMs: number | null): Promise<void> {
  await transaction.run(sql`
    update orders set
      status = ${order.status}, exception = ${order.exception}, dispute = ${order.dispute},
      held_from = ${order.heldFrom}, hold_requested = ${order.holdRequested}, reason = ${order.reason},
      event_sequence = ${order.eventSequence}, receive_units = ${order.receiveUnits.toString()}::numeric,
      price = ${order.price}, reference_price = ${order.referencePrice},
      requote_units = ${order.requoteUnits?.toString() ?? null}::numeric,
      current_attempt_id = ${order.currentAttemptId}, tries_left = ${order.triesLeft},
      authorized_units = ${order.authorizedUnits.toString()}::numeric,
      captured_units = ${order.capturedUnits.toString()}::numeric,
      received_units = ${order.receivedUnits.toString()}::numeric,
      refunded_units = ${order.refundedUnits.toString()}::numeric,
      surplus_units = ${order.surplusUnits.toString()}::numeric,
      surplus_returned_units = ${order.surplusReturnedUnits.toString()}::numeric,
      capture_before = ${order.captureBefore}, deadline_at = ${order.deadlineAt},
      attend_at = clock_timestamp() + ${attendAfterMs}::double precision * interval '1 millisecond',
      updated_at = slipway_now()
    where id = ${order.id}`);
}

export type TimelineRow = { sequence: number; fromStatus: string; toStatus: string; at: Date };

export async function orderTimeline(database: Queryable, orderId: number): Promise<TimelineRow[]> {
  return database.many<TimelineRow>(sql`
    select sequence, from_status as "fromStatus", to_status as "toStatus", at
    from order_events where order_id = ${orderId} and to_status <> from_status and not unexpected order by sequence`);
}

/** Orders whose time has run out. */
export async function overdueOrders(database: Queryable, limit: number): Promise<{ id: number; status: string }[]> {
  return database.many(sql`
    select id, status from orders where deadline_at <= slipway_now() order by deadline_at limit ${limit}`);
}

/** Takes the orders whose step is due again and puts each off by its own pause, so that several sweepers share them. */
export async function takeOrdersToAttend(
  transaction: Transaction,
  retryMs: Readonly<Record<string, number>>,
  limit: number,
): Promise<{ id: number; status: string }[]> {
  return transaction.many(sql`
    update orders set attend_at = clock_timestamp()
      + coalesce((${JSON.stringify(retryMs)}::jsonb ->> status)::double precision, 60000) * interval '1 millisecond'
    where id in (
      select id from orders where attend_at <= clock_timestamp() order by attend_at limit ${limit} for update skip locked
    ) returning id, status`);
}
