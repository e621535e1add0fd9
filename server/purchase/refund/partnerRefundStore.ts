import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

export type PartnerRefundRequest = {
  readonly orderId: number;
  readonly partnerId: string;
  /** The key that signed the request. */
  readonly keyId: string;
  readonly reason: string;
};

export async function insertRefundRequest(
  transaction: Transaction,
  request: PartnerRefundRequest,
): Promise<{ readonly id: number; readonly requestedAt: Date }> {
  return transaction.one<{ id: number; requestedAt: Date }>(sql`
    insert into partner_refund_requests (order_id, partner_id, key_id, reason, requested_at)
    values (${request.orderId}, ${request.partnerId}, ${request.keyId}, ${request.reason}, slipway_now())
    returning id, requested_at`);
}

/** Returns whether a refund request for an order is undecided: its alert is open. */
export async function hasOpenRefundRequest(transaction: Queryable, orderId: number): Promise<boolean> {
  const { isOpen } = await transaction.one<{ isOpen: boolean }>(sql`
    select exists (select 1 from operator_alerts
      where order_id = ${orderId} and kind = 'partner_refund_request' and settled_at is null) as is_open`);
  return isOpen;
}

export type ShownRefundRequest = {
  readonly partner: string;
  readonly requestedAt: Date;
  readonly key: string;
  readonly reason: string;
};

export async function listRefundRequests(database: Queryable, orderId: number): Promise<ShownRefundRequest[]> {
  return database.many<ShownRefundRequest>(sql`
    select partner_id as partner, requested_at, key_id as key, reason
    from partner_refund_requests where order_id = ${orderId} order by id`);
}
