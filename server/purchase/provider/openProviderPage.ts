import { findBuyer } from '../../account/buyerStore.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Log } from '../../platform/log/log.ts';
import type { OfferProvider, ProviderPage } from '../../providers/offers/offerPort.ts';
import { type Catalog, requireCrypto } from '../catalog/catalog.ts';
import { toOfferedCoin } from '../offer/offeredCoin.ts';
import { findProviderOrder, saveProviderPage } from '../offer/providerOrderStore.ts';
import type { Order } from '../order/order.ts';

export type OfferProviders = ReadonlyMap<string, OfferProvider>;

export type ProviderPageContext = {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly offerProviders: OfferProviders;
  readonly log: Log;
};

/**
 * Returns the provider's page on which the buyer pays: the stored page while it can be opened, else a new one, which is then
 * stored. Throws `provider_unavailable` if the provider returns none, or the order no longer awaits the payment.
 */
export async function openProviderPage(
  context: ProviderPageContext,
  order: Order,
): Promise<{ readonly name: string; readonly url: string }> {
  const { database, offerProviders, clock, log } = context;
  const provider = offerProviders.get(order.offerType);
  const stored = await findProviderOrder(database, order.id);
  if (!provider || !stored || order.status !== 'awaiting_payment') throw new AppError('provider_unavailable');
  if (stored.page && canBeOpened(stored.page, clock.now())) return { name: provider.name, url: stored.page.url };
  const started = await provider.start(await buildStartRequest(context, order));
  if (started.kind !== 'ok') {
    log.warn(
      { orderNo: order.orderNo, provider: provider.id, outcome: started },
      'the provider returned no payment page; the buyer can retry',
    );
    throw new AppError('provider_unavailable');
  }
  await saveProviderPage(database, order.id, started.value);
  return { name: provider.name, url: started.value.url };
}

function canBeOpened({ isSingleUse, expiresAt }: ProviderPage, now: Date): boolean {
  return !isSingleUse && (expiresAt === undefined || expiresAt > now);
}

async function buildStartRequest({ database, catalog, publicUrl }: ProviderPageContext, order: Order) {
  const { orderNo, side, pay, receive, payMethod: method, address, country, clientAddress, locale, buyerId } = order;
  const buyer = buyerId === null ? undefined : await findBuyer(database, buyerId);
  return {
    orderNo,
    side,
    pay,
    receive,
    method,
    address,
    country,
    clientAddress,
    locale,
    coin: toOfferedCoin(requireCrypto(catalog, order.receiveCurrency)),
    email: buyer?.email,
    returnUrl: new URL(`/wait-payment?orderNo=${encodeURIComponent(orderNo)}`, publicUrl).href,
  };
}
