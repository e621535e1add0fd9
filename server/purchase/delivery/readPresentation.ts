import type { Database } from '../../platform/database/database.ts';
import type { Chains } from '../../providers/chain/chains.ts';
import { type Catalog, requireCrypto } from '../catalog/catalog.ts';
import type { Order } from '../order/order.ts';
import { orderTimeline } from '../order/orderEventStore.ts';
import type { OrderPresentation } from '../order/presentOrder.ts';
import { newestAttempt } from '../payment/attemptStore.ts';
import { livePayout } from './payoutStore.ts';

export type PresentationContext = {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly chains: Chains;
  /** Where transactions are shown, when not at the networks' public explorers. */
  readonly explorerUrl: ((networkId: string, transactionId: string) => string) | undefined;
};

/** What payment and delivery know of an order, for its page. */
export async function readPresentation(context: PresentationContext, order: Order): Promise<OrderPresentation> {
  const [timeline, attempt, payout] = await Promise.all([
    orderTimeline(context.database, order.id),
    newestAttempt(context.database, order.id),
    livePayout(context.database, order.id),
  ]);
  const { network } = requireCrypto(context.catalog, order.receiveCurrency);
  // An order stays readable when its network is no longer served.
  const chain = context.chains.get(network.chain);
  const explorer = context.explorerUrl ?? ((_network: string, id: string) => network.explorerUrl + id);
  return {
    timeline,
    card: attempt?.brand && attempt.last4 ? { brand: attempt.brand, last4: attempt.last4 } : null,
    delivery: payout
      ? {
          transactionId: payout.transactionId,
          explorerUrl: explorer(network.id, payout.transactionId),
          confirmed: payout.confirmations,
          required: chain?.requiredConfirmations(order.euroCents) ?? payout.confirmations,
          expectedMinutes: network.expectedMinutes,
        }
      : null,
  };
}
