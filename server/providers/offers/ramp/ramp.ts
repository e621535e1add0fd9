import { ok, refused } from '../../outcome.ts';
import type { OfferProvider } from '../offerPort.ts';
import { unavailableFor, unknownCatalog } from '../refusals.ts';
import { checkoutAddress } from './checkout.ts';
import { createRampClient } from './client.ts';
import { type RampConfig, worldOf } from './config.ts';
import { marketAt } from './market.ts';
import { orderOf } from './orders.ts';
import { quoteAt } from './quote.ts';
import { createWebhookVerifier } from './webhook.ts';
import { assetOf, symbolOf } from './words.ts';

/** `publicUrl` is where Ramp sends its webhooks: the page's address says so for each order. */
export function createRamp(config: RampConfig, publicUrl: string): OfferProvider {
  const client = createRampClient(config);
  return {
    id: 'ramp',
    name: 'Ramp Network',
    contact: { supportUrl: 'https://support.rampnetwork.com' },
    quote: (request, signal) => quoteAt(client, request, signal),
    market: (request, signal) => marketAt(client, request, signal),
    async start(request) {
      const known = await client.assets(request.pay.asset.code);
      if (!known) return unknownCatalog('Ramp Network');
      const asset = assetOf(known.assets, request.coin);
      if (!asset) return refused('refused', `${request.coin.symbol} is not sold`);
      const url = checkoutAddress(config, publicUrl, symbolOf(asset), request);
      return ok({ url, isSingleUse: false, expiresAt: undefined });
    },
    async getOrder(reference) {
      const { providerOrderId, accessToken } = reference;
      // Ramp finds a purchase by what its webhook brought, and by nothing of ours.
      if (providerOrderId === undefined || accessToken === undefined) return refused('not_found');
      const answer = await client.purchase(providerOrderId, accessToken);
      if (answer.kind !== 'answered')
        return answer.kind === 'refused' && answer.status === 404
          ? refused('not_found')
          : unavailableFor('Ramp Network', answer);
      const order = orderOf(answer.body, reference);
      return order ? ok(order) : refused('not_found', 'another coin or currency');
    },
    verifyWebhook: createWebhookVerifier(worldOf(config).webhookKey),
  };
}
