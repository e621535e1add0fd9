import { raiseAlert } from '../../notification/alertStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Order } from '../order/order.ts';
import type { Payout } from './payoutStore.ts';

/** Said once for a payout, before the first form that may cost more than was expected when it was signed is sent. */
export async function alertRaisedFee(
  transaction: Transaction,
  { order, payout }: { readonly order: Order; readonly payout: Payout },
  worstFee: bigint,
): Promise<void> {
  if (payout.quotedFee && worstFee <= payout.quotedFee.units) return;
  await raiseAlert(transaction, {
    key: `fee:${payout.id}`,
    orderId: order.id,
    kind: 'network_fee_high',
    facts: {
      orderNo: order.orderNo,
      quotedUnits: payout.quotedFee?.units.toString() ?? null,
      mostUnits: worstFee.toString(),
    },
  });
}

/** Said once for an order. */
export async function alertCeiling(transaction: Transaction, order: Order): Promise<void> {
  await raiseAlert(transaction, {
    key: `fee_ceiling:${order.id}`,
    orderId: order.id,
    kind: 'fee_ceiling',
    facts: { orderNo: order.orderNo, network: order.network },
  });
}

/** Nothing of ours brings the payout into a block: said once for an order and a reason. */
export async function alertStuck(
  transaction: Transaction,
  order: Order,
  reason: 'fee_too_low' | 'bytes_refused' | 'cannot_bump' | 'held',
): Promise<void> {
  await raiseAlert(transaction, {
    key: `payout:${order.id}:${reason}`,
    orderId: order.id,
    kind: 'payout_stuck',
    facts: { orderNo: order.orderNo, reason },
  });
}
