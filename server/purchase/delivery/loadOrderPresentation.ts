import { buildReturnAddress, findAllowedRedirect, type Partners } from '../../partner/partner.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Chains } from '../../providers/chain/chains.ts';
import type { OfferProvider } from '../../providers/offers/offerPort.ts';
import { type Catalog, requireCrypto } from '../catalog/catalog.ts';
import { findProviderOrder, type StoredProviderOrder } from '../offer/providerOrderStore.ts';
import type { ProviderRecords } from '../offer/providerRecords.ts';
import { isFulfilledByProvider, type Order } from '../order/order.ts';
import { listOrderTimeline } from '../order/orderEventStore.ts';
import { type OrderPresentation, presentReportedAmounts } from '../order/presentation/presentOrder.ts';
import { findNewestAttempt } from '../payment/attemptStore.ts';
import { findLivePayout } from './payoutStore.ts';

function presentProvider(
  { offerProviders }: PresentationContext,
  order: Order,
  stored: StoredProviderOrder,
): OrderPresentation['provider'] {
  const { provider, worseAtCheckout, reason } = stored;
  // An order stays readable if its provider is no longer connected.
  const connected = offerProviders.get(provider);
  return {
    name: connected?.name ?? provider,
    supportUrl: connected?.contact.supportUrl ?? '',
    worseAtCheckout,
    ...presentReportedAmounts(order, stored),
    words: reason ?? '',
  };
}

/** Returns the link to the page that the buyer came from; null if there is none or the partner may no longer use it. */
function presentReturn({ partners, operatorName, publicUrl }: PresentationContext, order: Order) {
  const partner = partners().get(order.partnerId);
  const allowed = findAllowedRedirect(partner, order.redirectUrl ?? '');
  if (allowed === undefined) return null;
  const isOwnPath = allowed.startsWith('/');
  const url = buildReturnAddress(isOwnPath ? publicUrl + allowed : allowed, order);
  return { url, name: (isOwnPath ? undefined : partner?.name) ?? operatorName };
}

export type PresentationContext = {
  readonly partners: () => Partners;
  readonly operatorName: string;
  readonly publicUrl: string;
  readonly offerProviders: ReadonlyMap<string, OfferProvider>;
  readonly providerRecords: ProviderRecords;
  readonly database: Database;
  readonly catalog: Catalog;
  readonly chains: Chains;
  /** The explorer for transactions, instead of the networks' public explorers. */
  readonly explorerUrl: ((networkId: string, transactionId: string) => string) | undefined;
};

/** For another provider's order: the provider waits for the blocks, and reports the delivery. */
const NO_BLOCKS = { confirmed: 0, required: 0 };

/**
 * Returns the confirmations to show. The required number is shown as reached exactly when the order is delivered: on some
 * networks that is when its block is final, which takes fewer or more blocks. A network no longer served requires none.
 */
export function presentBlocks(
  { status }: Pick<Order, 'status'>,
  confirmations: number,
  required = 0,
): OrderPresentation['blocks'] {
  const confirmed = status === 'delivered' ? Math.max(confirmations, required) : Math.min(confirmations, required - 1);
  return { confirmed: Math.max(confirmed, 0), required };
}

/** Returns the payment and delivery data of an order's page. */
export async function loadOrderPresentation(context: PresentationContext, order: Order): Promise<OrderPresentation> {
  const [timeline, attempt, payout, provider, records] = await Promise.all([
    listOrderTimeline(context.database, order.id),
    findNewestAttempt(context.database, order.id),
    findLivePayout(context.database, order.id),
    isFulfilledByProvider(order) ? findProviderOrder(context.database, order.id) : undefined,
    context.providerRecords(),
  ]);
  const { network } = requireCrypto(context.catalog, order.receiveCurrency);
  // An order stays readable if its network is no longer served.
  const chain = context.chains.get(network.chain);
  const required = chain?.requiredConfirmations(order.euroCents);
  const blocks = provider ? NO_BLOCKS : presentBlocks(order, payout?.confirmations ?? 0, required);
  const explorer = context.explorerUrl ?? ((_network: string, id: string) => network.explorerUrl + id);
  return {
    timeline,
    card: attempt?.brand && attempt.last4 ? { brand: attempt.brand, last4: attempt.last4 } : null,
    provider: provider ? presentProvider(context, order, provider) : null,
    returnTo: presentReturn(context, order),
    blocks,
    usualSeconds: provider ? null : records.findUsualSeconds(order),
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
