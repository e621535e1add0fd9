import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

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

/** Its money has come back. What it had counted for, in minor units of the pay currency; undefined when it counts for nothing. */
export async function failRefundElsewhere(
  transaction: Transaction,
  acquirerRefundId: string,
): Promise<bigint | undefined> {
  const failed = await transaction.maybeOne<{ units: bigint }>(sql`
    update refunds_elsewhere set failed_at = slipway_now()
    where acquirer_refund_id = ${acquirerRefundId} and failed_at is null returning units`);
  return failed?.units;
}
