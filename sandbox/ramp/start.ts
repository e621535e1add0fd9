import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SendCoins } from '../exchanges/krakenFunding.ts';
import { fromBaseUnits } from '../externalProviders/baseUnits.ts';
import type { ProviderPageStyle } from '../externalProviders/checkoutPage.ts';
import { computeLimits, computePrice } from '../externalProviders/computePrice.ts';
import { type CheckoutRules, installCheckoutRoutes } from '../externalProviders/installCheckoutRoutes.ts';
import { type ProviderContext, type ProviderStandIn, startProvider } from '../externalProviders/startProvider.ts';
import { computeLiveRate } from '../rates/rateLevels.ts';
import { credentials } from '../world/credentials.ts';
import { installTransportFaults } from '../world/faults.ts';
import type { World } from '../world/standIn.ts';
import {
  buildSignedHeaders,
  countries,
  deriveViewToken,
  formatAsset,
  formatAssetSymbol,
  formatMoneyFields,
  formatPurchase,
  methods,
  providerTerms,
  WEBHOOK_EVENTS,
} from './wire.ts';

const pageStyle: ProviderPageStyle = {
  name: 'Ramp Network',
  accent: '#0b7a43',
  onAccent: '#ffffff',
  ground: '#eef5ef',
  ink: '#10251a',
  radius: 10,
  font: "'Trebuchet MS', Verdana, sans-serif",
};

/** Starts a stand-in for the part of Ramp Network's API that the product uses, with its widget as a page. */
export function startRamp(world: World, port: number, send: SendCoins): Promise<ProviderStandIn> {
  return startProvider(
    {
      id: 'ramp',
      webhookPath: '/webhooks/ramp',
      announce(purchase) {
        const type = WEBHOOK_EVENTS[purchase.stage];
        if (type === undefined || purchase.presetStatus !== null) return undefined;
        const event = { type, purchase: formatPurchase(purchase) };
        return { body: JSON.stringify(event), headers: () => buildSignedHeaders(event) };
      },
      routes(app, parts) {
        void app.register(async (scope) => installApiRoutes(scope, parts), { prefix: '/api/host-api' });
        void app.register(async (scope) => installCheckoutRoutes(scope, parts, checkoutRules));
      },
    },
    world,
    port,
    send,
  );
}

type Query = { Querystring: Record<string, string> };

function installApiRoutes(app: FastifyInstance, { world, purchases }: ProviderContext): void {
  installTransportFaults(app, 'ramp', world.faults);

  app.get<Query>('/v3/assets', async ({ query }, reply) => {
    const { currencyCode: currency = 'EUR', hostApiKey } = query;
    if (!providerTerms.currencies.includes(currency))
      return reply.code(400).send(createErrorBody('FIAT_CURRENCY_NOT_SUPPORTED'));
    const at = world.clock.now();
    const { least, most } = computeLimits(providerTerms, currency, at);
    const networkFee = Number((providerTerms.networkFee * computeLiveRate(currency, at)).toFixed(2));
    return {
      assets: providerTerms.coins.map((coin) => ({
        ...formatAsset(coin),
        currencyCode: currency,
        minPurchaseAmount: -1,
        maxPurchaseAmount: -1,
        networkFee,
      })),
      ...(hostApiKey === credentials.ramp.hostApiKey && { enabledFeatures: [] }),
      currencyCode: currency,
      minPurchaseAmount: least,
      maxPurchaseAmount: most,
    };
  });

  app.get('/v3/payment-methods', async () =>
    [...methods].map(([name, currencies = providerTerms.currencies]) => ({ name, currencies, countries })),
  );

  app.post<Query & { Body: unknown }>('/v3/onramp/quote/all', async ({ query, body }, reply) => {
    if (query['hostApiKey'] !== credentials.ramp.hostApiKey)
      return reply.code(400).send(createErrorBody('INVALID_HOST_API_KEY'));
    const parsed = quoteSchema.safeParse(body);
    const coin = providerTerms.coins.find((one) => formatAssetSymbol(one) === parsed.data?.cryptoAssetSymbol);
    if (!parsed.success || !coin) return reply.code(400).send(createErrorBody('INVALID_REQUEST'));
    const { fiatCurrency: currency, fiatValue, cryptoAmount } = parsed.data;
    const price = computePrice(providerTerms, {
      side: fiatValue === undefined ? 'Get' : 'Pay',
      amount: String(fiatValue ?? fromBaseUnits(cryptoAmount ?? '0', coin.decimals)),
      currency,
      coin,
      at: world.clock.now(),
    });
    if (!price) return reply.code(400).send(createErrorBody('AMOUNT_TOO_LOW'));
    const sold = [...methods].filter(([, currencies = providerTerms.currencies]) => currencies.includes(currency));
    const quote = formatMoneyFields(price, coin, currency);
    return { asset: formatAsset(coin), ...Object.fromEntries(sold.map(([name]) => [name, quote])) };
  });

  app.get<Query & { Params: { id: string } }>('/purchase/:id', async ({ params, query }, reply) => {
    const purchase = purchases.find(params.id);
    if (!purchase || query['secret'] !== deriveViewToken(params.id))
      return reply.code(404).send({ message: 'Not Found', error: 'Not Found', statusCode: 404 });
    return formatPurchase(purchase);
  });
}

const quoteSchema = z.object({
  cryptoAssetSymbol: z.string(),
  fiatCurrency: z.string(),
  fiatValue: z.number().positive().optional(),
  cryptoAmount: z.string().regex(/^\d+$/).optional(),
});

function createErrorBody(code: string) {
  return { code: `SERVICES.HOST_API.${code}`, statusCode: 400 };
}

const addressSchema = z.object({
  hostApiKey: z.literal(credentials.ramp.hostApiKey),
  inAsset: z.string(),
  outAsset: z.string(),
  inAssetValue: z.string().optional(),
  outAssetValue: z.string().optional(),
  paymentMethodType: z.string().default('CARD_PAYMENT'),
  userAddress: z.string(),
  userEmailAddress: z.string().default(''),
  finalUrl: z.url(),
  webhookStatusUrl: z.url(),
});

const parseCheckoutAddress = ({ query }: FastifyRequest) => addressSchema.safeParse(query).data;

const checkoutRules: CheckoutRules = {
  terms: providerTerms,
  pageStyle,
  declined: 'CANCELLED',
  read(request) {
    const parameters = parseCheckoutAddress(request);
    const coin = providerTerms.coins.find((one) => formatAssetSymbol(one) === parameters?.outAsset);
    if (!parameters || !coin) return undefined;
    const { inAssetValue, outAssetValue, webhookStatusUrl } = parameters;
    return {
      // Ramp has no reference field: the reference is part of the webhook address.
      reference: decodeURIComponent(new URL(webhookStatusUrl).pathname.split('/').at(-1) ?? ''),
      side: inAssetValue === undefined ? 'Get' : 'Pay',
      amount: inAssetValue ?? fromBaseUnits(outAssetValue ?? '0', coin.decimals),
      currency: parameters.inAsset,
      coin,
      method: parameters.paymentMethodType,
      address: parameters.userAddress,
      email: parameters.userEmailAddress,
      webhookUrl: webhookStatusUrl,
    };
  },
  backUrl: (_parameters, request) => parseCheckoutAddress(request)?.finalUrl ?? '',
};
