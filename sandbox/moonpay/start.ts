import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SendCoins } from '../exchanges/krakenFunding.ts';
import type { ProviderPageStyle } from '../externalProviders/checkoutPage.ts';
import { computeLimits, computePrice } from '../externalProviders/computePrice.ts';
import { type CheckoutRules, installCheckoutRoutes } from '../externalProviders/installCheckoutRoutes.ts';
import { type ProviderContext, type ProviderStandIn, startProvider } from '../externalProviders/startProvider.ts';
import { credentials } from '../world/credentials.ts';
import { installTransportFaults } from '../world/faults.ts';
import type { World } from '../world/standIn.ts';
import {
  buildSignedHeaders,
  formatCurrency,
  formatCurrencyCode,
  formatMoneyFields,
  formatTransaction,
  hasValidSignature,
  methods,
  providerTerms,
} from './wire.ts';

const pageStyle: ProviderPageStyle = {
  name: 'MoonPay',
  accent: '#7d00ff',
  onAccent: '#ffffff',
  ground: '#f3edff',
  ink: '#1c1233',
  radius: 18,
  font: 'system-ui, sans-serif',
};

/** Starts a stand-in for the part of MoonPay's API that the product uses, with its checkout. */
export function startMoonpay(world: World, port: number, send: SendCoins): Promise<ProviderStandIn> {
  return startProvider(
    {
      id: 'moonpay',
      webhookPath: '/webhooks/moonpay',
      announce(purchase) {
        const type = purchase.stage === 'failed' ? 'transaction_failed' : 'transaction_updated';
        const body = JSON.stringify({ type, data: formatTransaction(purchase), externalCustomerId: null });
        return { body, headers: () => buildSignedHeaders(body) };
      },
      routes(app, parts) {
        void app.register(async (scope) => installApiRoutes(scope, parts));
        void app.register(async (scope) => installCheckoutRoutes(scope, parts, checkoutRules));
      },
    },
    world,
    port,
    send,
  );
}

type CurrencyRoute = { Params: { code: string }; Querystring: Record<string, string> };

function installApiRoutes(app: FastifyInstance, { world, purchases }: ProviderContext): void {
  installTransportFaults(app, 'moonpay', world.faults);
  app.addHook('preHandler', async (request, reply) => {
    const { apiKey } = request.query as Record<string, string | undefined>;
    if (apiKey !== credentials.moonpay.publishableKey)
      return reply.code(401).send({ type: 'UnauthorizedError', message: 'Invalid API key' });
    return undefined;
  });
  app.get('/v4/accounts/me', async () => ({ id: 'account-sandbox', name: 'Slipway sandbox' }));
  app.get('/v3/currencies', async () => [
    ...providerTerms.currencies.map((code) => {
      const { least, most } = computeLimits(providerTerms, code, world.clock.now());
      const limits = { minBuyAmount: least, maxBuyAmount: most };
      return { type: 'fiat', code: code.toLowerCase(), name: code, precision: 2, ...limits };
    }),
    ...providerTerms.coins.map(formatCurrency),
  ]);
  app.get('/v3/countries', async () =>
    [...COUNTRIES].map((alpha2) => {
      const isAllowed = !providerTerms.refusedCountries.includes(alpha2);
      return { alpha2, name: alpha2, isAllowed, isBuyAllowed: isAllowed, isSellAllowed: false };
    }),
  );
  app.get<CurrencyRoute>('/v3/currencies/:code/limits', async ({ query }) => {
    const { least, most } = computeLimits(
      providerTerms,
      (query['baseCurrencyCode'] ?? '').toUpperCase(),
      world.clock.now(),
    );
    return {
      paymentMethod: query['paymentMethod'],
      areFeesIncluded: true,
      baseCurrency: { code: query['baseCurrencyCode'], minBuyAmount: least, maxBuyAmount: most },
    };
  });
  app.get<CurrencyRoute>('/v3/currencies/:code/buy_quote', async ({ params, query }, reply) => {
    const coin = providerTerms.coins.find((one) => formatCurrencyCode(one) === params.code);
    const currency = (query['baseCurrencyCode'] ?? '').toUpperCase();
    const onlyCurrency = methods.get(query['paymentMethod'] ?? '');
    if (!coin || onlyCurrency === undefined || (onlyCurrency !== '' && onlyCurrency !== currency))
      return reply.code(400).send(createErrorBody(`Payment method is not supported for ${currency}`));
    const { baseCurrencyAmount, quoteCurrencyAmount } = query;
    const side = baseCurrencyAmount === undefined ? 'Get' : 'Pay';
    const at = world.clock.now();
    const amount = baseCurrencyAmount ?? quoteCurrencyAmount ?? '0';
    const price = computePrice(providerTerms, { side, amount, currency, coin, at });
    const { least, most } = computeLimits(providerTerms, currency, at);
    if (!price || Number(price.pay) < least)
      return reply.code(400).send(createErrorBody(`Minimum purchase is ${least} ${currency}`));
    if (Number(price.pay) > most)
      return reply.code(400).send(createErrorBody(`Maximum purchase is ${most} ${currency}`));
    return {
      accountId: 'account-sandbox',
      baseCurrencyCode: currency.toLowerCase(),
      quoteCurrencyCode: params.code,
      paymentMethod: query['paymentMethod'],
      ...formatMoneyFields(price),
      totalAmount: Number(price.pay),
      extraFeePercentage: providerTerms.affiliatePercent,
    };
  });
  app.get<{ Params: { reference: string } }>('/v1/transactions/ext/:reference', async ({ params }) =>
    purchases.findByReference(params.reference).map(formatTransaction),
  );
}

const COUNTRIES = ['DE', 'FR', 'ES', 'IT', 'NL', 'AT', 'PL', 'GB', 'US', 'CH', 'JP', 'KP', 'IR', 'CU', 'SY', 'RU'];

function createErrorBody(message: string) {
  return { type: 'BadRequestError', message };
}

const addressSchema = z.object({
  currencyCode: z.string(),
  baseCurrencyCode: z.string(),
  baseCurrencyAmount: z.string().optional(),
  quoteCurrencyAmount: z.string().optional(),
  paymentMethod: z.string().default('credit_debit_card'),
  walletAddress: z.string(),
  externalTransactionId: z.string(),
  redirectURL: z.url(),
  email: z.string().default(''),
});

const getQueryString = ({ url }: FastifyRequest) => (url.includes('?') ? url.slice(url.indexOf('?')) : '');

const parseCheckoutAddress = (request: FastifyRequest) =>
  addressSchema.safeParse(Object.fromEntries(new URLSearchParams(getQueryString(request))));

const checkoutRules: CheckoutRules = {
  terms: providerTerms,
  pageStyle,
  declined: 'payment_authorization_declined',
  read(request) {
    const { data: parameters } = parseCheckoutAddress(request);
    const coin = providerTerms.coins.find((one) => formatCurrencyCode(one) === parameters?.currencyCode);
    if (!parameters || !coin || !hasValidSignature(getQueryString(request))) return undefined;
    return {
      reference: parameters.externalTransactionId,
      side: parameters.baseCurrencyAmount === undefined ? 'Get' : 'Pay',
      amount: parameters.baseCurrencyAmount ?? parameters.quoteCurrencyAmount ?? '0',
      currency: parameters.baseCurrencyCode.toUpperCase(),
      coin,
      method: parameters.paymentMethod,
      address: parameters.walletAddress,
      email: parameters.email,
    };
  },
  backUrl(_parameters, request, purchase) {
    const back = new URL(parseCheckoutAddress(request).data?.redirectURL ?? '');
    if (purchase) back.searchParams.set('transactionId', purchase.id);
    return back.href;
  },
};
