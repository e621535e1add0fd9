import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

/** Keeps a refund that was made by hand in the acquirer's dashboard. False when it was kept before. */
export async function insertRefundElsewhere(
  transaction: Transaction,
  refund: { readonly refundId: string; readonly orderId: number; readonly paymentId: string; readonly units: bigint },
): Promise<boolean> {
  const inserted = await transaction.run(sql`
    insert into refunds_elsewhere (acquirer_refund_id, order_id, payment_id, units, told_at)
    values (${refund.refundId}, ${refund.orderId}, ${refund.paymentId}, ${refund.units.toString()}::numeric, slipway_now())
    on conflict (acquirer_refund_id) do nothing`);
  return inserted > 0;
}

export async function wasRefundedElsewhere(database: Queryable, acquirerRefundId: string): Promise<boolean> {
  const found = await database.maybeOne(
    sql`select 1 from refunds_elsewhere where acquirer_refund_id = ${acquirerRefundId}`,
  );
  return found !== undefined;
}
