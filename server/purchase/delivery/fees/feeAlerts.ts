import { raiseAlert } from '../../../notification/alertStore.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { Order } from '../../order/order.ts';
import type { Delivery } from '../currentDelivery.ts';
import { findFirstBatchOrderId, type Payout } from '../payoutStore.ts';

/** Raises one alert per transaction, before sending the first form that may cost more than was expected at signing. */
export async function alertRaisedFee(
  transaction: Transaction,
  { order, payout, batch }: Pick<Delivery, 'order' | 'payout' | 'batch'>,
  worstFee: bigint,
): Promise<void> {
  const quoted = sumQuotedFees(batch);
  if (quoted !== null && worstFee <= quoted) return;
  await raiseAlert(transaction, {
    key: `fee:${payout.batchId}`,
    orderId: order.id,
    kind: 'network_fee_high',
    facts: {
      orderNo: order.orderNo,
      quotedUnits: quoted?.toString() ?? null,
      mostUnits: worstFee.toString(),
    },
  });
}

/** Returns the expected fees of all payouts together; null if one is unknown. */
function sumQuotedFees(batch: readonly Payout[]): bigint | null {
  return batch.reduce<bigint | null>(
    (sum, { quotedFee }) => (sum === null || quotedFee === null ? null : sum + quotedFee.units),
    0n,
  );
}

/** Returns the id of the order that identifies alerts for all orders of one transaction. */
async function findAlertOrderId(transaction: Transaction, order: Order): Promise<number> {
  return (await findFirstBatchOrderId(transaction, order.id)) ?? order.id;
}

/** Raises one alert per order, or for all orders of one transaction. */
export async function alertFeeCeiling(transaction: Transaction, order: Order): Promise<void> {
  await raiseAlert(transaction, {
    key: `fee_ceiling:${await findAlertOrderId(transaction, order)}`,
    orderId: order.id,
    kind: 'fee_ceiling',
    facts: { orderNo: order.orderNo, network: order.network },
  });
}

/** Raises an alert that a person must act on a stuck payout; once per transaction and reason. */
export async function alertStuckPayout(
  transaction: Transaction,
  order: Order,
  reason: 'fee_too_low' | 'bytes_refused' | 'cannot_bump' | 'not_cleared' | 'held',
): Promise<void> {
  await raiseAlert(transaction, {
    key: `payout:${await findAlertOrderId(transaction, order)}:${reason}`,
    orderId: order.id,
    kind: 'payout_stuck',
    facts: { orderNo: order.orderNo, reason },
  });
}
