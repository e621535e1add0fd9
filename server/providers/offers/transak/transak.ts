import { ok, refused } from '../../outcome.ts';
import type { VendorAnswer } from '../callVendor.ts';
import type { OfferProvider, OrderReference } from '../offerPort.ts';
import { buildCatalogUnavailable, toUnavailable } from '../refusals.ts';
import { buildWidgetParams, LINK_LIFETIME_MS } from './checkout.ts';
import { createTransakClient, type TransakClient } from './client.ts';
import type { TransakConfig } from './config.ts';
import { fetchMarket } from './market.ts';
import { findFurthestOrder, isReferencedOrder, toProviderOrder } from './orders.ts';
import { requestOffer } from './quote.ts';
import type { TransakOrder } from './schemas.ts';
import { createTokenCache } from './tokenCache.ts';
import { findTransakCoin } from './vendorNames.ts';
import { createTransakWebhookVerifier } from './webhook.ts';

export function createTransak(
  config: TransakConfig,
  publicUrl: string,
  now: () => Date,
  tokenCache = createTokenCache(now),
): OfferProvider {
  const client = createTransakClient(config, tokenCache, now);
  return {
    id: 'transak',
    name: 'Transak',
    contact: { supportUrl: 'https://support.transak.com' },
    quote: (request, signal) => requestOffer(client, request, signal),
    market: (request, signal) => fetchMarket(client, request, signal),
    async start(request) {
      const coins = await client.coins();
      if (!coins) return buildCatalogUnavailable('Transak');
      const coin = findTransakCoin(coins, request.coin);
      if (!coin?.isAllowed) return refused('refused', `${request.coin.symbol} is not sold`);
      const expiresAt = new Date(now().getTime() + LINK_LIFETIME_MS);
      const answer = await client.widgetUrl(buildWidgetParams(config, publicUrl, coin, request), request.clientAddress);
      if (answer.kind === 'answered') return ok({ url: answer.body, isSingleUse: true, expiresAt });
      return answer.kind === 'refused' && !isCredentialError(answer.status)
        ? refused('refused', answer.message)
        : toUnavailable('Transak', answer);
    },
    async getOrder(reference) {
      const [answer, coins] = await Promise.all([findOrders(client, reference), client.coins()]);
      if (answer.kind === 'answered') {
        if (!coins) return buildCatalogUnavailable('Transak');
        const sold = findTransakCoin(coins, reference.coin);
        const order = findFurthestOrder(answer.body.filter((one) => isReferencedOrder(one, reference, sold)));
        return order ? ok(toProviderOrder(order, reference)) : refused('not_found');
      }
      // The message for an unknown number or id, with 400 or 404 (docs.transak.com, get-order-by-order-id, read
      // 2026-11-22).
      if (answer.kind === 'refused' && /order not found/i.test(answer.message)) return refused('not_found');
      return toUnavailable('Transak', answer);
    },
    verifyWebhook: createTransakWebhookVerifier(() => tokenCache.tokens().map(({ value }) => value)),
  };
}

/** Queries by the id from a webhook if there is one, which finds an order in any status. */
async function findOrders(
  client: TransakClient,
  { orderNo, providerOrderId }: OrderReference,
): Promise<VendorAnswer<readonly TransakOrder[]>> {
  if (providerOrderId === undefined) return client.findOrders(orderNo);
  const answer = await client.order(providerOrderId);
  return answer.kind === 'answered' ? { kind: 'answered', body: [answer.body] } : answer;
}

/** Returns true for wrong credentials or an IP address that is not allowed: the buyer cannot fix these. */
function isCredentialError(status: number): boolean {
  return status === 401 || status === 403;
}
