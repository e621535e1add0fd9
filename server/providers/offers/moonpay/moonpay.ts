import { ok, refused } from '../../outcome.ts';
import type { OfferProvider } from '../offerPort.ts';
import { buildCatalogUnavailable, toUnavailable } from '../refusals.ts';
import { buildCheckoutUrl } from './checkout.ts';
import { createMoonpayClient } from './client.ts';
import type { MoonpayConfig } from './config.ts';
import { fetchMarket } from './market.ts';
import { findFurthestTransaction, isTransactionOfOrder, toProviderOrder } from './orders.ts';
import { requestOffer } from './quote.ts';
import { findCurrency } from './vendorNames.ts';
import { createMoonpayWebhookVerifier } from './webhook.ts';

export function createMoonpay(config: MoonpayConfig): OfferProvider {
  const client = createMoonpayClient(config);
  return {
    id: 'moonpay',
    name: 'MoonPay',
    contact: { supportUrl: 'https://support.moonpay.com' },
    quote: (request, signal) => requestOffer(client, request, signal),
    market: (request, signal) => fetchMarket(client, request, signal),
    async start(request) {
      const currencies = await client.currencies();
      if (!currencies) return buildCatalogUnavailable('MoonPay');
      const currency = findCurrency(currencies, request.coin);
      if (!currency || currency.isSuspended) return refused('refused', `${request.coin.symbol} is not sold`);
      // The product creates the URL itself, and it can be opened any number of times.
      return ok({ url: buildCheckoutUrl(config, currency.code, request), isSingleUse: false, expiresAt: undefined });
    },
    async getOrder(reference) {
      const [answer, currencies] = await Promise.all([client.findTransactions(reference.orderNo), client.currencies()]);
      if (answer.kind !== 'answered')
        return answer.kind === 'refused' && answer.status === 404
          ? refused('not_found')
          : toUnavailable('MoonPay', answer);
      if (!currencies) return buildCatalogUnavailable('MoonPay');
      const code = findCurrency(currencies, reference.coin)?.code;
      const transaction = findFurthestTransaction(
        answer.body.filter((one) => isTransactionOfOrder(one, reference.orderNo, code)),
      );
      return transaction ? ok(toProviderOrder(transaction, reference)) : refused('not_found');
    },
    verifyWebhook: createMoonpayWebhookVerifier(config.webhookKey),
  };
}
