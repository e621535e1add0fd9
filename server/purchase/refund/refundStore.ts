import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

export type Refund = {
  readonly id: string;
  readonly paymentId: string;
  readonly units: bigint;
  readonly status: 'requested' | 'pending' | 'settled' | 'failed';
  readonly acquirerRefundId: string | null;
};

const COLUMNS = sql`id, payment_id as "paymentId", units, status, acquirer_refund_id as "acquirerRefundId"`;

/** The refund of a payment that has not failed: there is one at most. */
export async function liveRefund(database: Queryable, paymentId: string): Promise<Refund | undefined> {
  return database.maybeOne<Refund>(
    sql`select ${COLUMNS} from refunds where payment_id = ${paymentId} and status <> 'failed'`,
  );
}

export async function findRefundByAcquirerId(
  database: Queryable,
  acquirerRefundId: string,
): Promise<(Refund & { readonly orderId: number }) | undefined> {
  return database.maybeOne(
    sql`select ${COLUMNS}, order_id as "orderId" from refunds where acquirer_refund_id = ${acquirerRefundId}`,
  );
}

export async function insertRefund(
  transaction: Transaction,
  refund: { readonly id: string; readonly orderId: number; readonly paymentId: string; readonly units: bigint },
): Promise<void> {
  await transaction.run(sql`
    insert into refunds (id, order_id, payment_id, units, status, created_at, updated_at)
    values (${refund.id}, ${refund.orderId}, ${refund.paymentId}, ${refund.units.toString()}::numeric, 'requested', slipway_now(), slipway_now())`);
}

export async function updateRefund(
  database: Queryable,
  id: string,
  news: { readonly status: Refund['status']; readonly acquirerRefundId: string },
): Promise<void> {
  await database.run(sql`
    update refunds set status = ${news.status}, acquirer_refund_id = ${news.acquirerRefundId}, updated_at = slipway_now()
    where id = ${id}`);
}
