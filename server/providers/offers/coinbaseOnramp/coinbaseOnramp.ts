import { ok, refused } from '../../outcome.ts';
import type { OfferProvider } from '../offerPort.ts';
import { createCoinbaseOnrampClient } from './client.ts';
import type { CoinbaseOnrampConfig } from './manifest.ts';
import { fetchMarket } from './market.ts';
import { findFurthestTransaction, isTransactionOfCoin, toProviderOrder } from './orders.ts';
import { requestOffer } from './quote.ts';
import { startSession } from './session.ts';
import { findListing, formatReference } from './vendorNames.ts';
import { createCoinbaseWebhookVerifier } from './webhook.ts';

/**
 * Creates the adapter for Coinbase Onramp's hosted page: prices and purchases by version 1 of its API, sessions by
 * version 2.
 */
export function createCoinbaseOnramp(config: CoinbaseOnrampConfig, now: () => Date): OfferProvider {
  const client = createCoinbaseOnrampClient(config, now);
  const { environment } = config;
  return {
    id: 'coinbaseOnramp',
    name: 'Coinbase',
    contact: { supportUrl: 'https://help.coinbase.com' },
    quote: (request, signal) => requestOffer(client, request, signal),
    market: (request, signal) => fetchMarket(client, request, signal),
    start: (request) => startSession(client, environment, request, now),
    async getOrder(order) {
      const reference = formatReference(order.orderNo, environment);
      const [answer, options] = await Promise.all([client.findTransactions(reference), client.options(order.country)]);
      if (answer.kind === 'failed')
        return { kind: 'unavailable', retryAfterMs: answer.retryAfterMs, detail: answer.detail };
      if (answer.kind === 'refused')
        return answer.status === 404
          ? refused('not_found')
          : { kind: 'unavailable', retryAfterMs: 60_000, detail: `Coinbase: ${answer.message}` };
      const listing = options && findListing(options, order.coin);
      const matching = answer.body.transactions.filter(
        (one) => one.partnerUserRef === reference && isTransactionOfCoin(one, listing),
      );
      const transaction = findFurthestTransaction(matching);
      return transaction ? ok(toProviderOrder(transaction, order)) : refused('not_found');
    },
    verifyWebhook: createCoinbaseWebhookVerifier(config, now),
  };
}
