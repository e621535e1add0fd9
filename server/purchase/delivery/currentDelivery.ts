import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import type { Amount } from '@slipway/money/amount.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import type { Chain } from '../../providers/chain/chainPort.ts';
import { type Chains, requireAssetChain } from '../../providers/chain/chains.ts';
import type { Order } from '../order/order.ts';
import { findOrdersByIds } from '../order/orderStore.ts';
import { type Conclusion, concludeDone } from '../order/stepRunner/conclusion.ts';
import { computeFeeShares } from './fees/feeShare.ts';
import { listPayoutForms, type PayoutForm } from './payoutFormStore.ts';
import { findLivePayout, listBatchPayouts, type Payout } from './payoutStore.ts';

/** An order with its payout that is on the chain or may still reach it. */
export type Delivery = {
  readonly order: Order;
  readonly payout: Payout;
  /** Its signed forms, newest first; at least one. */
  readonly variants: readonly [PayoutForm, ...PayoutForm[]];
  readonly chain: Chain;
  /** All payouts of its transaction, including itself; first the one that carries the forms. */
  readonly batch: readonly [Payout, ...Payout[]];
};

type PayoutContext = { readonly database: Database; readonly chains: Chains };

/** Returns an order's live payout with its forms and its batch; undefined without one. */
export async function findDelivery({ database, chains }: PayoutContext, order: Order): Promise<Delivery | undefined> {
  const payout = await findLivePayout(database, order.id);
  if (!payout) return undefined;
  const [newest, ...others] = await listPayoutForms(database, payout.batchId);
  if (!newest) throw new Error(`payout ${payout.batchId} has no signed bytes`);
  return {
    order,
    payout,
    variants: [newest, ...others],
    chain: requireAssetChain(chains, payout.amount.asset),
    batch: await listBatchPayouts(database, payout.batchId),
  };
}

/** Returns the orders that a payout's transaction pays, in their current state. */
export async function findBatchOrders(
  database: Queryable,
  { batch }: Pick<Delivery, 'batch'>,
): Promise<readonly Order[]> {
  return findOrdersByIds(
    database,
    batch.map(({ orderId }) => orderId),
  );
}

/** Statuses in which an order will send its payout without a person's decision, or has sent it. */
const SENDING: ReadonlySet<OrderStatus> = new Set(['paid', 'converting', 'converted', 'delivering', 'delivered']);

/** Returns whether an order does not send its signed payout, because it is held, frozen, ended or not paid yet. */
export function mayNotSendPayout({ status, frozen }: Pick<Order, 'status' | 'frozen'>): boolean {
  return frozen || !SENDING.has(status);
}

/** Returns whether the transaction is signed and not known to be sent: true if that holds for every order that it pays. */
export function isUnsent({ batch }: Pick<Delivery, 'batch'>): boolean {
  return batch.every(({ status }) => status === 'signed');
}

/**
 * Returns the numbers of all orders that share the transaction of an order's live payout, including its own; empty
 * without one.
 */
export async function findBatchOrderNumbers(database: Queryable, orderId: number): Promise<readonly string[]> {
  const payout = await findLivePayout(database, orderId);
  if (!payout) return [];
  const orders = await findBatchOrders(database, { batch: await listBatchPayouts(database, payout.batchId) });
  return orders.map(({ orderNo }) => orderNo);
}

/** Returns the order's share of a fee of its transaction, in the same asset. */
export function computeOrderFeeShare({ payout, batch }: Pick<Delivery, 'payout' | 'batch'>, fee: Amount): Amount {
  const shares = computeFeeShares(
    fee.units,
    batch.map(({ id, amount: { units } }) => ({ id, units })),
  );
  return { ...fee, units: shares.get(payout.id) ?? 0n };
}

/** Returns the subject of the steps that follow a payout; without a live payout, the conclusion that the step is done. */
export async function loadDelivery(context: PayoutContext, order: Order): Promise<Delivery | Conclusion> {
  return (await findDelivery(context, order)) ?? concludeDone();
}
