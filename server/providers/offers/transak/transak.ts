import { ok, refused } from '../../outcome.ts';
import type { VendorAnswer } from '../callVendor.ts';
import type { OfferProvider, OrderReference } from '../offerPort.ts';
import { unavailableFor, unknownCatalog } from '../refusals.ts';
import { LINK_LIVES_MS, widgetParams } from './checkout.ts';
import { createTransakClient, type TransakClient } from './client.ts';
import type { TransakConfig } from './config.ts';
import { marketAt } from './market.ts';
import { furthest, isOf, orderOf } from './orders.ts';
import { quoteAt } from './quote.ts';
import type { TransakOrder } from './schemas.ts';
import { processShelf } from './tokens.ts';
import { createWebhookVerifier } from './webhook.ts';
import { coinOf } from './words.ts';

export function createTransak(
  config: TransakConfig,
  publicUrl: string,
  now: () => Date,
  shelf = processShelf(now),
): OfferProvider {
  const client = createTransakClient(config, shelf, now);
  return {
    id: 'transak',
    name: 'Transak',
    contact: { supportUrl: 'https://support.transak.com' },
    quote: (request, signal) => quoteAt(client, request, signal),
    market: (request, signal) => marketAt(client, request, signal),
    async start(request) {
      const coins = await client.coins();
      if (!coins) return unknownCatalog('Transak');
      const coin = coinOf(coins, request.coin);
      if (!coin?.isAllowed) return refused('refused', `${request.coin.symbol} is not sold`);
      const expiresAt = new Date(now().getTime() + LINK_LIVES_MS);
      const answer = await client.widgetUrl(widgetParams(config, publicUrl, coin, request), request.clientAddress);
      if (answer.kind === 'answered') return ok({ url: answer.body, isSingleUse: true, expiresAt });
      return answer.kind === 'refused' && !isOurFault(answer.status)
        ? refused('refused', answer.words)
        : unavailableFor('Transak', answer);
    },
    async getOrder(reference) {
      const [answer, coins] = await Promise.all([findOrders(client, reference), client.coins()]);
      if (answer.kind === 'answered') {
        if (!coins) return unknownCatalog('Transak');
        const sold = coinOf(coins, reference.coin);
        const order = furthest(answer.body.filter((one) => isOf(one, reference, sold)));
        return order ? ok(orderOf(order, reference)) : refused('not_found');
      }
      // The words for a number or an id that it does not know, with 400 or 404 (docs.transak.com, get-order-by-order-id, read 2026-11-22).
      if (answer.kind === 'refused' && /order not found/i.test(answer.words)) return refused('not_found');
      return unavailableFor('Transak', answer);
    },
    verifyWebhook: createWebhookVerifier(() => shelf.tokens().map(({ value }) => value)),
  };
}

/** A webhook tells the id: then the order is asked for by it, whatever its status. */
async function findOrders(
  client: TransakClient,
  { orderNo, providerOrderId }: OrderReference,
): Promise<VendorAnswer<readonly TransakOrder[]>> {
  if (providerOrderId === undefined) return client.ordersOf(orderNo);
  const answer = await client.order(providerOrderId);
  return answer.kind === 'answered' ? { kind: 'answered', body: [answer.body] } : answer;
}

/** Credentials, or the list of addresses that may ask: nothing that the buyer could choose otherwise. */
function isOurFault(status: number): boolean {
  return status === 401 || status === 403;
}
