import { raiseAlert } from '../../notification/alertStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Order } from '../order/order.ts';
import type { Delivery } from './currentDelivery.ts';
import { firstOrderOf, type Payout } from './payoutStore.ts';

/** Said once for a transaction, before the first form that may cost more than was expected when it was signed is sent. */
export async function alertRaisedFee(
  transaction: Transaction,
  { order, payout, batch }: Pick<Delivery, 'order' | 'payout' | 'batch'>,
  worstFee: bigint,
): Promise<void> {
  const quoted = quotedFees(batch);
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

/** What was expected of all together; null where it was not known of one. */
function quotedFees(batch: readonly Payout[]): bigint | null {
  return batch.reduce<bigint | null>(
    (sum, { quotedFee }) => (sum === null || quotedFee === null ? null : sum + quotedFee.units),
    0n,
  );
}

/** By which something about an order's payout is said once for all orders that its transaction pays. */
async function nameOf(transaction: Transaction, order: Order): Promise<number> {
  return (await firstOrderOf(transaction, order.id)) ?? order.id;
}

/** Said once for an order, or for all that one transaction pays. */
export async function alertCeiling(transaction: Transaction, order: Order): Promise<void> {
  await raiseAlert(transaction, {
    key: `fee_ceiling:${await nameOf(transaction, order)}`,
    orderId: order.id,
    kind: 'fee_ceiling',
    facts: { orderNo: order.orderNo, network: order.network },
  });
}

/** Nothing of ours brings the payout into a block: said once for a transaction's orders and a reason. */
export async function alertStuck(
  transaction: Transaction,
  order: Order,
  reason: 'fee_too_low' | 'bytes_refused' | 'cannot_bump' | 'not_cleared' | 'held',
): Promise<void> {
  await raiseAlert(transaction, {
    key: `payout:${await nameOf(transaction, order)}:${reason}`,
    orderId: order.id,
    kind: 'payout_stuck',
    facts: { orderNo: order.orderNo, reason },
  });
}
