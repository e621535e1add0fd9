import { orderStatuses } from '@slipway/contract/entities/order.ts';
import sql from 'sql-template-tag';
import { type OperatorRequest, REQUEST_COLUMNS } from '../../operator/requestStore.ts';
import type { Queryable } from '../../platform/database/database.ts';

export type ShownPosting = {
  readonly at: Date;
  readonly entry: string;
  readonly account: string;
  readonly asset: string;
  readonly units: bigint;
};

/** Oldest first. */
export async function postingsOfOrder(database: Queryable, orderId: number): Promise<ShownPosting[]> {
  return database.many<ShownPosting>(sql`
    select t.at, t.kind as entry, l.account, l.asset, l.units
    from ledger_postings l join ledger_transactions t on t.id = l.transaction_id
    where l.order_id = ${orderId} order by l.id`);
}

export type ShownLetter = {
  /** The status that it was written about. */
  readonly about: string;
  readonly sentAt: Date | null;
  readonly refused: boolean;
};

/** The letters that an order's states have written to its buyer; what stands in letters is not the console's to read. */
export async function lettersOfOrder(database: Queryable, orderNo: string): Promise<ShownLetter[]> {
  const ids = orderStatuses.map((status) => `${orderNo}:${status}`);
  return database.many<ShownLetter>(sql`
    select substr(id, ${orderNo.length + 2}) as about, sent_at as "sentAt", refused
    from mail_outbox where id = any(${ids}) order by sent_at desc nulls first, id`);
}

/** About an order, one of its refunds, or a dispute of it; newest first. */
export async function requestsAbout(database: Queryable, orderId: number, orderNo: string): Promise<OperatorRequest[]> {
  return database.many<OperatorRequest>(sql`
    select ${REQUEST_COLUMNS} from operator_requests
    where subject = any(array(
      select ${orderNo} union all select id from refunds where order_id = ${orderId}
      union all select id from disputes where order_id = ${orderId}))
    order by id desc limit 100`);
}
