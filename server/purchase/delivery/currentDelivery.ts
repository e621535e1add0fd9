import type { Database } from '../../platform/database/database.ts';
import type { Chain, PayoutRequest } from '../../providers/chain/chainPort.ts';
import { type Chains, requireChainOf } from '../../providers/chain/chains.ts';
import { type Conclusion, done } from '../order/conclusion.ts';
import type { Order } from '../order/order.ts';
import { livePayout, type Payout } from './payoutStore.ts';
import { type PayoutVariant, payoutVariants } from './payoutVariantStore.ts';

/** An order with its payout that may still reach the chain, or has. */
export type Delivery = {
  readonly order: Order;
  readonly payout: Payout;
  /** Its signed forms, newest first; there is one at least. */
  readonly variants: readonly [PayoutVariant, ...PayoutVariant[]];
  readonly chain: Chain;
  readonly request: PayoutRequest;
};

type PayoutContext = { readonly database: Database; readonly chains: Chains };

export async function findDelivery({ database, chains }: PayoutContext, order: Order): Promise<Delivery | undefined> {
  const payout = await livePayout(database, order.id);
  if (!payout) return undefined;
  const [newest, ...others] = await payoutVariants(database, payout.id);
  if (!newest) throw new Error(`payout ${payout.id} has no signed bytes`);
  return {
    order,
    payout,
    variants: [newest, ...others],
    chain: requireChainOf(chains, payout.amount.asset),
    request: { ...payout.amount, to: payout.toAddress },
  };
}

/** What the steps are about that follow a payout; without one they have nothing to do. */
export async function aboutDelivery(context: PayoutContext, order: Order): Promise<Delivery | Conclusion> {
  return (await findDelivery(context, order)) ?? done();
}
