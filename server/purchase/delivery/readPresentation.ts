import { allowedRedirect, type Partners, returnAddress } from '../../partner/partner.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Chains } from '../../providers/chain/chains.ts';
import type { OfferProvider } from '../../providers/offers/offerPort.ts';
import { type Catalog, requireCrypto } from '../catalog/catalog.ts';
import { findProviderOrder, type KeptProviderOrder } from '../offer/providerOrderStore.ts';
import { isProvidersOrder, type Order } from '../order/order.ts';
import { orderTimeline } from '../order/orderEventStore.ts';
import { type OrderPresentation, presentTold } from '../order/presentOrder.ts';
import { newestAttempt } from '../payment/attemptStore.ts';
import { livePayout } from './payoutStore.ts';

function presentProvider(
  { offerProviders }: PresentationContext,
  order: Order,
  kept: KeptProviderOrder,
): OrderPresentation['provider'] {
  const { provider, worseAtCheckout, reason } = kept;
  // An order stays readable when its provider is no longer connected.
  const connected = offerProviders.get(provider);
  return {
    name: connected?.name ?? provider,
    supportUrl: connected?.contact.supportUrl ?? '',
    worseAtCheckout,
    ...presentTold(order, kept),
    words: reason ?? '',
  };
}

/** Where the buyer came from, if the partner is still allowed it. */
function presentReturn({ partners, operatorName, publicUrl }: PresentationContext, order: Order) {
  const partner = partners().get(order.partnerId);
  const allowed = allowedRedirect(partner, order.redirectUrl ?? '');
  if (allowed === undefined) return null;
  const isOwnPath = allowed.startsWith('/');
  const url = returnAddress(isOwnPath ? publicUrl + allowed : allowed, order);
  return { url, name: (isOwnPath ? undefined : partner?.name) ?? operatorName };
}

export type PresentationContext = {
  readonly partners: () => Partners;
  readonly operatorName: string;
  readonly publicUrl: string;
  readonly offerProviders: ReadonlyMap<string, OfferProvider>;
  readonly database: Database;
  readonly catalog: Catalog;
  readonly chains: Chains;
  /** Where transactions are shown, when not at the networks' public explorers. */
  readonly explorerUrl: ((networkId: string, transactionId: string) => string) | undefined;
};

/** Its provider waits for the blocks, and says when it is done. */
const NOT_OURS = { confirmed: 0, required: 0 };

/**
 * All blocks are there exactly when the order is delivered: some networks are waited for until a block is final, which may take
 * fewer blocks than are usual, or more. A network that is no longer served asks for none.
 */
export function blocksShown(
  { status }: Pick<Order, 'status'>,
  confirmations: number,
  required = 0,
): OrderPresentation['blocks'] {
  const confirmed = status === 'delivered' ? Math.max(confirmations, required) : Math.min(confirmations, required - 1);
  return { confirmed: Math.max(confirmed, 0), required };
}

/** What payment and delivery know of an order, for its page. */
export async function readPresentation(context: PresentationContext, order: Order): Promise<OrderPresentation> {
  const [timeline, attempt, payout, provider] = await Promise.all([
    orderTimeline(context.database, order.id),
    newestAttempt(context.database, order.id),
    livePayout(context.database, order.id),
    isProvidersOrder(order) ? findProviderOrder(context.database, order.id) : undefined,
  ]);
  const { network } = requireCrypto(context.catalog, order.receiveCurrency);
  // An order stays readable when its network is no longer served.
  const chain = context.chains.get(network.chain);
  const required = chain?.requiredConfirmations(order.euroCents);
  const blocks = provider ? NOT_OURS : blocksShown(order, payout?.confirmations ?? 0, required);
  const explorer = context.explorerUrl ?? ((_network: string, id: string) => network.explorerUrl + id);
  return {
    timeline,
    card: attempt?.brand && attempt.last4 ? { brand: attempt.brand, last4: attempt.last4 } : null,
    provider: provider ? presentProvider(context, order, provider) : null,
    returnTo: presentReturn(context, order),
    blocks,
    delivery: provider?.transactionId
      ? {
          transactionId: provider.transactionId,
          explorerUrl: explorer(network.id, provider.transactionId),
          ...blocks,
          expectedMinutes: network.expectedMinutes,
        }
      : payout
        ? {
            transactionId: payout.transactionId,
            explorerUrl: explorer(network.id, payout.transactionId),
            ...blocks,
            expectedMinutes: network.expectedMinutes,
          }
        : null,
  };
}
