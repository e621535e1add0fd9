import type { Database } from '../../../platform/database/database.ts';
import type { OfferProvider, OrderReference } from '../../../providers/offers/offerPort.ts';
import { type Catalog, requireCrypto } from '../../catalog/catalog.ts';
import { coinOf } from '../../offer/offeredCoin.ts';
import { noteAsked, purchasesOf } from '../../offer/providerPurchaseStore.ts';
import { asksAgain, waits } from '../../order/conclusion.ts';
import { ALWAYS, defineStep } from '../../order/defineStep.ts';
import type { Order } from '../../order/order.ts';
import { furthestOrder } from '../furthestOrder.ts';
import type { OfferProviders } from '../openProviderPage.ts';
import { goesToOrder, providerNews } from '../providerNews.ts';

type SyncContext = { readonly database: Database; readonly catalog: Catalog; readonly offerProviders: OfferProviders };

type About = {
  readonly order: Order;
  readonly provider: OfferProvider;
  readonly references: readonly OrderReference[];
};

/** Asks the provider how far its order is; also when it has told us by itself that something has changed. */
export const syncProvider = defineStep({
  effect: 'sync_provider',
  while: ALWAYS,
  async about({ database, catalog, offerProviders }: SyncContext, order) {
    const provider = offerProviders.get(order.offerType);
    if (!provider) return waits('vendor_unavailable');
    const reference = {
      orderNo: order.orderNo,
      providerOrderId: undefined,
      payAsset: order.pay.asset,
      country: order.country,
      coin: coinOf(requireCrypto(catalog, order.receiveCurrency)),
    };
    const told = await purchasesOf(database, order.id);
    const references = told.map(({ providerOrderId, accessToken }) => ({
      ...reference,
      providerOrderId,
      accessToken: accessToken ?? undefined,
    }));
    return { order, provider, references: references.length > 0 ? references : [reference] };
  },
  async ask({ database }, { order, provider, references }: About) {
    const answers = await Promise.all(references.map((reference) => provider.getOrder(reference)));
    const asked = references.flatMap(({ providerOrderId }, index) => {
      const answer = answers[index];
      const isForeign = answer?.kind === 'ok' && !goesToOrder(order, answer.value);
      return providerOrderId === undefined ? [] : [{ providerOrderId, isForeign }];
    });
    await noteAsked(database, { provider: provider.id, orderId: order.id }, asked);
    return furthestOrder(answers, (told) => goesToOrder(order, told));
  },
  says: {
    ok: (_context, { order }, told) => providerNews(order, told),
    refused: { not_found: () => waits('provider_not_begun') },
    ...asksAgain,
  },
});
