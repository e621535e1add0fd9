import { orderStatuses } from '@slipway/contract/entities/order.ts';
import sql from 'sql-template-tag';
import { type OperatorRequest, REQUEST_COLUMNS } from '../../action/requests/requestStore.ts';
import type { Queryable } from '../../platform/database/database.ts';

export type OrderPosting = {
  readonly at: Date;
  readonly entry: string;
  readonly account: string;
  readonly asset: string;
  readonly units: bigint;
};

/** Returns the postings of an order, oldest first. */
export async function listOrderPostings(database: Queryable, orderId: number): Promise<OrderPosting[]> {
  return database.many<OrderPosting>(sql`
    select t.at, t.kind as entry, l.account, l.asset, l.units
    from ledger_postings l join ledger_transactions t on t.id = l.transaction_id
    where l.order_id = ${orderId} order by l.id`);
}

export type OrderMail = {
  /** The status that the email reported. */
  readonly about: string;
  readonly sentAt: Date | null;
  readonly refused: boolean;
};

/** Returns the status emails of an order. Their contents are not readable by the console. */
export async function listOrderMails(database: Queryable, orderNo: string): Promise<OrderMail[]> {
  const ids = orderStatuses.map((status) => `${orderNo}:${status}`);
  return database.many<OrderMail>(sql`
    select substr(id, ${orderNo.length + 2}) as about, sent_at, refused
    from mail_outbox where id = any(${ids}) order by sent_at desc nulls first, id`);
}

/** Returns the requests about an order, its refunds and its disputes, newest first. */
export async function listOrderRequests(
  database: Queryable,
  orderId: number,
  orderNo: string,
): Promise<OperatorRequest[]> {
  return database.many<OperatorRequest>(sql`
    select ${REQUEST_COLUMNS} from operator_requests
    where subject = any(array(
      select ${orderNo} union all select id from refunds where order_id = ${orderId}
      union all select id from disputes where order_id = ${orderId}))
    order by id desc limit 100`);
}
