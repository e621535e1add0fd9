import type { Database } from '../../../platform/database/database.ts';
import type { OfferProvider, OrderReference } from '../../../providers/offers/offerPort.ts';
import { type Catalog, requireCrypto } from '../../catalog/catalog.ts';
import { toOfferedCoin } from '../../offer/offeredCoin.ts';
import { listPurchasesToQuery, recordPurchaseQueries } from '../../offer/providerPurchaseStore.ts';
import type { Order } from '../../order/order.ts';
import { concludeWaiting, retryConclusions } from '../../order/stepRunner/conclusion.ts';
import { ALL_STATUSES, defineStep } from '../../order/stepRunner/defineStep.ts';
import { concludeProviderReport, isSentToOrderAddress } from '../concludeProviderReport.ts';
import type { OfferProviders } from '../openProviderPage.ts';
import { selectFurthestOrder } from '../selectFurthestOrder.ts';

type SyncContext = { readonly database: Database; readonly catalog: Catalog; readonly offerProviders: OfferProviders };

type About = {
  readonly order: Order;
  readonly provider: OfferProvider;
  readonly references: readonly OrderReference[];
};

/** Queries the provider about the purchases of an order, also after a webhook, and applies the furthest one. */
export const syncProvider = defineStep({
  effect: 'sync_provider',
  while: ALL_STATUSES,
  async about({ database, catalog, offerProviders }: SyncContext, order) {
    const provider = offerProviders.get(order.offerType);
    if (!provider) return concludeWaiting('vendor_unavailable');
    const reference = {
      orderNo: order.orderNo,
      providerOrderId: undefined,
      payAsset: order.pay.asset,
      country: order.country,
      coin: toOfferedCoin(requireCrypto(catalog, order.receiveCurrency)),
    };
    const purchases = await listPurchasesToQuery(database, order.id);
    const references = purchases.map(({ providerOrderId, accessToken }) => ({
      ...reference,
      providerOrderId,
      accessToken: accessToken ?? undefined,
    }));
    return { order, provider, references: references.length > 0 ? references : [reference] };
  },
  async call({ database }, { order, provider, references }: About) {
    const answers = await Promise.all(references.map((reference) => provider.getOrder(reference)));
    const queriedPurchases = references.flatMap(({ providerOrderId }, index) => {
      const answer = answers[index];
      const isForeign = answer?.kind === 'ok' && !isSentToOrderAddress(order, answer.value);
      return providerOrderId === undefined ? [] : [{ providerOrderId, isForeign }];
    });
    await recordPurchaseQueries(database, { provider: provider.id, orderId: order.id }, queriedPurchases);
    return selectFurthestOrder(answers, (report) => isSentToOrderAddress(order, report));
  },
  conclusions: {
    ok: (_context, { order }, report) => concludeProviderReport(order, report),
    refused: { not_found: () => concludeWaiting('provider_not_begun') },
    ...retryConclusions,
  },
});
