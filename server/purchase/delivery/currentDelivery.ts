import type { Amount } from '@slipway/money/amount.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import type { Chain } from '../../providers/chain/chainPort.ts';
import { type Chains, requireChainOf } from '../../providers/chain/chains.ts';
import { type Conclusion, done } from '../order/conclusion.ts';
import type { Order } from '../order/order.ts';
import { findOrdersByIds } from '../order/orderStore.ts';
import { feeShares } from './feeShare.ts';
import { livePayout, type Payout, payoutsOfBatch } from './payoutStore.ts';
import { type PayoutVariant, payoutVariants } from './payoutVariantStore.ts';

/** An order with its payout that may still reach the chain, or has. */
export type Delivery = {
  readonly order: Order;
  readonly payout: Payout;
  /** Its signed forms, newest first; there is one at least. */
  readonly variants: readonly [PayoutVariant, ...PayoutVariant[]];
  readonly chain: Chain;
  /** All payouts of its transaction, itself included: first the one that carries the forms. */
  readonly batch: readonly [Payout, ...Payout[]];
};

type PayoutContext = { readonly database: Database; readonly chains: Chains };

export async function findDelivery({ database, chains }: PayoutContext, order: Order): Promise<Delivery | undefined> {
  const payout = await livePayout(database, order.id);
  if (!payout) return undefined;
  const [newest, ...others] = await payoutVariants(database, payout.batchId);
  if (!newest) throw new Error(`payout ${payout.batchId} has no signed bytes`);
  return {
    order,
    payout,
    variants: [newest, ...others],
    chain: requireChainOf(chains, payout.amount.asset),
    batch: await payoutsOfBatch(database, payout.batchId),
  };
}

/** The orders that its transaction pays, as they stand. */
export async function ordersOf(database: Queryable, { batch }: Pick<Delivery, 'batch'>): Promise<readonly Order[]> {
  return findOrdersByIds(
    database,
    batch.map(({ orderId }) => orderId),
  );
}

/** The numbers of the orders that the transaction of an order's live payout pays, its own among them; none without one. */
export async function ordersPaidWith(database: Queryable, orderId: number): Promise<readonly string[]> {
  const payout = await livePayout(database, orderId);
  if (!payout) return [];
  const orders = await ordersOf(database, { batch: await payoutsOfBatch(database, payout.batchId) });
  return orders.map(({ orderNo }) => orderNo);
}

/** What the order bears of a fee of its transaction, in the same asset. */
export function ownShare({ payout, batch }: Pick<Delivery, 'payout' | 'batch'>, fee: Amount): Amount {
  const shares = feeShares(
    fee.units,
    batch.map(({ id, amount: { units } }) => ({ id, units })),
  );
  return { ...fee, units: shares.get(payout.id) ?? 0n };
}

/** What the steps are about that follow a payout; without one they have nothing to do. */
export async function aboutDelivery(context: PayoutContext, order: Order): Promise<Delivery | Conclusion> {
  return (await findDelivery(context, order)) ?? done();
}
