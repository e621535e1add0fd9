import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

/** Stores a refund that was made in the acquirer's dashboard. Returns false if it was stored before. */
export async function insertRefundElsewhere(
  transaction: Transaction,
  refund: { readonly refundId: string; readonly orderId: number; readonly paymentId: string; readonly units: bigint },
): Promise<boolean> {
  const inserted = await transaction.run(sql`
    insert into external_refunds (acquirer_refund_id, order_id, payment_id, units, reported_at)
    values (${refund.refundId}, ${refund.orderId}, ${refund.paymentId}, ${refund.units.toString()}::numeric, slipway_now())
    on conflict (acquirer_refund_id) do nothing`);
  return inserted > 0;
}

/**
 * Marks a refund made in the acquirer's dashboard as failed. Returns its amount in minor units of the pay currency;
 * undefined if it is unknown or has failed before.
 */
export async function failRefundElsewhere(
  transaction: Transaction,
  acquirerRefundId: string,
): Promise<bigint | undefined> {
  const failed = await transaction.maybeOne<{ units: bigint }>(sql`
    update external_refunds set failed_at = slipway_now()
    where acquirer_refund_id = ${acquirerRefundId} and failed_at is null returning units`);
  return failed?.units;
}
