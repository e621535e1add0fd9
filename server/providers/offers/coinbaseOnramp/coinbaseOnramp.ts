import { ok, refused } from '../../outcome.ts';
import type { OfferProvider } from '../offerPort.ts';
import { createCoinbaseOnrampClient } from './client.ts';
import type { CoinbaseOnrampConfig } from './manifest.ts';
import { marketAt } from './market.ts';
import { furthest, isOfCoin, orderOf } from './orders.ts';
import { quoteAt } from './quote.ts';
import { startAt } from './session.ts';
import { createWebhookVerifier } from './webhook.ts';
import { listingOf, referenceOf } from './words.ts';

/** Coinbase Onramp's hosted page: prices and purchases by the first version of its API, sessions by the second. */
export function createCoinbaseOnramp(config: CoinbaseOnrampConfig, now: () => Date): OfferProvider {
  const client = createCoinbaseOnrampClient(config, now);
  const { environment } = config;
  return {
    id: 'coinbaseOnramp',
    name: 'Coinbase',
    contact: { supportUrl: 'https://help.coinbase.com' },
    quote: (request, signal) => quoteAt(client, request, signal),
    market: (request, signal) => marketAt(client, request, signal),
    start: (request) => startAt(client, environment, request, now),
    async getOrder(order) {
      const reference = referenceOf(order.orderNo, environment);
      const [answer, options] = await Promise.all([client.transactionsOf(reference), client.options(order.country)]);
      if (answer.kind === 'failed')
        return { kind: 'unavailable', retryAfterMs: answer.retryAfterMs, detail: answer.detail };
      if (answer.kind === 'refused')
        return answer.status === 404
          ? refused('not_found')
          : { kind: 'unavailable', retryAfterMs: 60_000, detail: `Coinbase: ${answer.words}` };
      const listing = options && listingOf(options, order.coin);
      const ours = answer.body.transactions.filter((one) => one.partnerUserRef === reference && isOfCoin(one, listing));
      const transaction = furthest(ours);
      return transaction ? ok(orderOf(transaction, order)) : refused('not_found');
    },
    verifyWebhook: createWebhookVerifier(config, now),
  };
}
