import { ok, refused } from '../../outcome.ts';
import type { OfferProvider } from '../offerPort.ts';
import { buildCatalogUnavailable, toUnavailable } from '../refusals.ts';
import { buildCheckoutUrl } from './checkout.ts';
import { createRampClient } from './client.ts';
import { getRampHosts, type RampConfig } from './config.ts';
import { fetchMarket } from './market.ts';
import { toProviderOrder } from './orders.ts';
import { requestOffer } from './quote.ts';
import { findRampAsset, formatRampSymbol } from './vendorNames.ts';
import { createRampWebhookVerifier } from './webhook.ts';

/** Creates the adapter for Ramp. Ramp sends webhooks to `publicUrl`: the URL of an order's page contains their address. */
export function createRamp(config: RampConfig, publicUrl: string): OfferProvider {
  const client = createRampClient(config);
  return {
    id: 'ramp',
    name: 'Ramp Network',
    contact: { supportUrl: 'https://support.rampnetwork.com' },
    quote: (request, signal) => requestOffer(client, request, signal),
    market: (request, signal) => fetchMarket(client, request, signal),
    async start(request) {
      const known = await client.assets(request.pay.asset.code);
      if (!known) return buildCatalogUnavailable('Ramp Network');
      const asset = findRampAsset(known.assets, request.coin);
      if (!asset) return refused('refused', `${request.coin.symbol} is not sold`);
      const url = buildCheckoutUrl(config, publicUrl, formatRampSymbol(asset), request);
      return ok({ url, isSingleUse: false, expiresAt: undefined });
    },
    async getOrder(reference) {
      const { providerOrderId, accessToken } = reference;
      // Ramp finds a purchase only by the id and token of its webhook.
      if (providerOrderId === undefined || accessToken === undefined) return refused('not_found');
      const answer = await client.purchase(providerOrderId, accessToken);
      if (answer.kind !== 'answered')
        return answer.kind === 'refused' && answer.status === 404
          ? refused('not_found')
          : toUnavailable('Ramp Network', answer);
      const order = toProviderOrder(answer.body, reference);
      return order ? ok(order) : refused('not_found', 'another coin or currency');
    },
    verifyWebhook: createRampWebhookVerifier(getRampHosts(config).webhookKey),
  };
}
