import { ok, refused } from '../../outcome.ts';
import type { OfferProvider } from '../offerPort.ts';
import { unavailableFor, unknownCatalog } from '../refusals.ts';
import { checkoutAddress } from './checkout.ts';
import { createMoonpayClient } from './client.ts';
import type { MoonpayConfig } from './config.ts';
import { marketAt } from './market.ts';
import { furthest, isOf, orderOf } from './orders.ts';
import { quoteAt } from './quote.ts';
import { createWebhookVerifier } from './webhook.ts';
import { currencyOf } from './words.ts';

export function createMoonpay(config: MoonpayConfig): OfferProvider {
  const client = createMoonpayClient(config);
  return {
    id: 'moonpay',
    name: 'MoonPay',
    contact: { supportUrl: 'https://support.moonpay.com' },
    quote: (request, signal) => quoteAt(client, request, signal),
    market: (request, signal) => marketAt(client, request, signal),
    async start(request) {
      const currencies = await client.currencies();
      if (!currencies) return unknownCatalog('MoonPay');
      const currency = currencyOf(currencies, request.coin);
      if (!currency || currency.isSuspended) return refused('refused', `${request.coin.symbol} is not sold`);
      // The address is made here and can be opened as often as the buyer likes.
      return ok({ url: checkoutAddress(config, currency.code, request), isSingleUse: false, expiresAt: undefined });
    },
    async getOrder(reference) {
      const [answer, currencies] = await Promise.all([client.transactionsOf(reference.orderNo), client.currencies()]);
      if (answer.kind !== 'answered')
        return answer.kind === 'refused' && answer.status === 404
          ? refused('not_found')
          : unavailableFor('MoonPay', answer);
      if (!currencies) return unknownCatalog('MoonPay');
      const code = currencyOf(currencies, reference.coin)?.code;
      const transaction = furthest(answer.body.filter((one) => isOf(one, reference.orderNo, code)));
      return transaction ? ok(orderOf(transaction, reference)) : refused('not_found');
    },
    verifyWebhook: createWebhookVerifier(config.webhookKey),
  };
}
