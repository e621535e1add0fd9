import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SendCoins } from '../exchanges/krakenFunding.ts';
import type { SellersLook } from '../sellers/checkoutPage.ts';
import { type CheckoutRules, checkoutRoutes } from '../sellers/checkoutRoutes.ts';
import { limitsOf, priceOf } from '../sellers/priceOf.ts';
import { type SellerParts, type SellerStandIn, startSeller } from '../sellers/seller.ts';
import { credentials } from '../world/credentials.ts';
import { installTransportFaults } from '../world/faults.ts';
import type { World } from '../world/standIn.ts';
import {
  answeredCurrency,
  answeredTransaction,
  codeOf,
  isSignedAddress,
  manner,
  methods,
  moneyFields,
  signedHeaders,
} from './wire.ts';

const look: SellersLook = {
  name: 'MoonPay',
  accent: '#7d00ff',
  onAccent: '#ffffff',
  ground: '#f3edff',
  ink: '#1c1233',
  radius: 18,
  font: 'system-ui, sans-serif',
};

/** Speaks the part of MoonPay's API that the product uses, and has its checkout. */
export function startMoonpay(world: World, port: number, send: SendCoins): Promise<SellerStandIn> {
  return startSeller(
    {
      id: 'moonpay',
      webhookPath: '/webhooks/moonpay',
      announce(purchase) {
        const type = purchase.stage === 'failed' ? 'transaction_failed' : 'transaction_updated';
        const body = JSON.stringify({ type, data: answeredTransaction(purchase), externalCustomerId: null });
        return { body, headers: () => signedHeaders(body) };
      },
      routes(app, parts) {
        void app.register(async (scope) => apiRoutes(scope, parts));
        void app.register(async (scope) => checkoutRoutes(scope, parts, checkout));
      },
    },
    world,
    port,
    send,
  );
}

type Asked = { Params: { code: string }; Querystring: Record<string, string> };

function apiRoutes(app: FastifyInstance, { world, counter }: SellerParts): void {
  installTransportFaults(app, 'moonpay', world.faults);
  app.addHook('preHandler', async (request, reply) => {
    const { apiKey } = request.query as Record<string, string | undefined>;
    if (apiKey !== credentials.moonpay.publishableKey)
      return reply.code(401).send({ type: 'UnauthorizedError', message: 'Invalid API key' });
    return undefined;
  });
  app.get('/v4/accounts/me', async () => ({ id: 'account-sandbox', name: 'Slipway sandbox' }));
  app.get('/v3/currencies', async () => [
    ...manner.currencies.map((code) => {
      const { least, most } = limitsOf(manner, code, world.clock.now());
      const limits = { minBuyAmount: least, maxBuyAmount: most };
      return { type: 'fiat', code: code.toLowerCase(), name: code, precision: 2, ...limits };
    }),
    ...manner.coins.map(answeredCurrency),
  ]);
  app.get('/v3/countries', async () =>
    [...COUNTRIES].map((alpha2) => {
      const isAllowed = !manner.refusedCountries.includes(alpha2);
      return { alpha2, name: alpha2, isAllowed, isBuyAllowed: isAllowed, isSellAllowed: false };
    }),
  );
  app.get<Asked>('/v3/currencies/:code/limits', async ({ query }) => {
    const { least, most } = limitsOf(manner, (query['baseCurrencyCode'] ?? '').toUpperCase(), world.clock.now());
    return {
      paymentMethod: query['paymentMethod'],
      areFeesIncluded: true,
      baseCurrency: { code: query['baseCurrencyCode'], minBuyAmount: least, maxBuyAmount: most },
    };
  });
  app.get<Asked>('/v3/currencies/:code/buy_quote', async ({ params, query }, reply) => {
    const coin = manner.coins.find((one) => codeOf(one) === params.code);
    const currency = (query['baseCurrencyCode'] ?? '').toUpperCase();
    const only = methods.get(query['paymentMethod'] ?? '');
    if (!coin || only === undefined || (only !== '' && only !== currency))
      return reply.code(400).send(fault(`Payment method is not supported for ${currency}`));
    const { baseCurrencyAmount, quoteCurrencyAmount } = query;
    const side = baseCurrencyAmount === undefined ? 'Get' : 'Pay';
    const at = world.clock.now();
    const amount = baseCurrencyAmount ?? quoteCurrencyAmount ?? '0';
    const price = priceOf(manner, { side, amount, currency, coin, at });
    const { least, most } = limitsOf(manner, currency, at);
    if (!price || Number(price.pay) < least)
      return reply.code(400).send(fault(`Minimum purchase is ${least} ${currency}`));
    if (Number(price.pay) > most) return reply.code(400).send(fault(`Maximum purchase is ${most} ${currency}`));
    return {
      accountId: 'account-sandbox',
      baseCurrencyCode: currency.toLowerCase(),
      quoteCurrencyCode: params.code,
      paymentMethod: query['paymentMethod'],
      ...moneyFields(price),
      totalAmount: Number(price.pay),
      extraFeePercentage: manner.affiliatePercent,
    };
  });
  app.get<{ Params: { reference: string } }>('/v1/transactions/ext/:reference', async ({ params }) =>
    counter.ofReference(params.reference).map(answeredTransaction),
  );
}

const COUNTRIES = ['DE', 'FR', 'ES', 'IT', 'NL', 'AT', 'PL', 'GB', 'US', 'CH', 'JP', 'KP', 'IR', 'CU', 'SY', 'RU'];

function fault(message: string) {
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

const searchOf = ({ url }: FastifyRequest) => (url.includes('?') ? url.slice(url.indexOf('?')) : '');

const askedOf = (request: FastifyRequest) =>
  addressSchema.safeParse(Object.fromEntries(new URLSearchParams(searchOf(request))));

const checkout: CheckoutRules = {
  manner,
  look,
  declined: 'payment_authorization_declined',
  read(request) {
    const { data: asked } = askedOf(request);
    const coin = manner.coins.find((one) => codeOf(one) === asked?.currencyCode);
    if (!asked || !coin || !isSignedAddress(searchOf(request))) return undefined;
    return {
      reference: asked.externalTransactionId,
      side: asked.baseCurrencyAmount === undefined ? 'Get' : 'Pay',
      amount: asked.baseCurrencyAmount ?? asked.quoteCurrencyAmount ?? '0',
      currency: asked.baseCurrencyCode.toUpperCase(),
      coin,
      method: asked.paymentMethod,
      address: asked.walletAddress,
      email: asked.email,
    };
  },
  backUrl(_asked, request, purchase) {
    const back = new URL(askedOf(request).data?.redirectURL ?? '');
    if (purchase) back.searchParams.set('transactionId', purchase.id);
    return back.href;
  },
};
