import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SendCoins } from '../exchanges/krakenFunding.ts';
import { liveRate } from '../rates/levels.ts';
import { fromBaseUnits } from '../sellers/baseUnits.ts';
import type { SellersLook } from '../sellers/checkoutPage.ts';
import { type CheckoutRules, checkoutRoutes } from '../sellers/checkoutRoutes.ts';
import { limitsOf, priceOf } from '../sellers/priceOf.ts';
import { type SellerParts, type SellerStandIn, startSeller } from '../sellers/seller.ts';
import { credentials } from '../world/credentials.ts';
import { installTransportFaults } from '../world/faults.ts';
import type { World } from '../world/standIn.ts';
import {
  answeredAsset,
  answeredPurchase,
  countries,
  EVENTS,
  manner,
  methods,
  moneyFields,
  signedHeaders,
  symbolOf,
  viewTokenOf,
} from './wire.ts';

const look: SellersLook = {
  name: 'Ramp Network',
  accent: '#0b7a43',
  onAccent: '#ffffff',
  ground: '#eef5ef',
  ink: '#10251a',
  radius: 10,
  font: "'Trebuchet MS', Verdana, sans-serif",
};

/** Speaks the part of Ramp Network's API that the product uses, and has its widget as a page. */
export function startRamp(world: World, port: number, send: SendCoins): Promise<SellerStandIn> {
  return startSeller(
    {
      id: 'ramp',
      webhookPath: '/webhooks/ramp',
      announce(purchase) {
        const type = EVENTS[purchase.stage];
        if (type === undefined || purchase.word !== null) return undefined;
        const event = { type, purchase: answeredPurchase(purchase) };
        return { body: JSON.stringify(event), headers: () => signedHeaders(event) };
      },
      routes(app, parts) {
        void app.register(async (scope) => apiRoutes(scope, parts), { prefix: '/api/host-api' });
        void app.register(async (scope) => checkoutRoutes(scope, parts, checkout));
      },
    },
    world,
    port,
    send,
  );
}

type Query = { Querystring: Record<string, string> };

function apiRoutes(app: FastifyInstance, { world, counter }: SellerParts): void {
  installTransportFaults(app, 'ramp', world.faults);

  app.get<Query>('/v3/assets', async ({ query }, reply) => {
    const { currencyCode: currency = 'EUR', hostApiKey } = query;
    if (!manner.currencies.includes(currency)) return reply.code(400).send(fault('FIAT_CURRENCY_NOT_SUPPORTED'));
    const at = world.clock.now();
    const { least, most } = limitsOf(manner, currency, at);
    const networkFee = Number((manner.networkFee * liveRate(currency, at)).toFixed(2));
    return {
      assets: manner.coins.map((coin) => ({
        ...answeredAsset(coin),
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
    [...methods].map(([name, currencies = manner.currencies]) => ({ name, currencies, countries })),
  );

  app.post<Query & { Body: unknown }>('/v3/onramp/quote/all', async ({ query, body }, reply) => {
    if (query['hostApiKey'] !== credentials.ramp.hostApiKey) return reply.code(400).send(fault('INVALID_HOST_API_KEY'));
    const asked = quoteSchema.safeParse(body);
    const coin = manner.coins.find((one) => symbolOf(one) === asked.data?.cryptoAssetSymbol);
    if (!asked.success || !coin) return reply.code(400).send(fault('INVALID_REQUEST'));
    const { fiatCurrency: currency, fiatValue, cryptoAmount } = asked.data;
    const price = priceOf(manner, {
      side: fiatValue === undefined ? 'Get' : 'Pay',
      amount: String(fiatValue ?? fromBaseUnits(cryptoAmount ?? '0', coin.decimals)),
      currency,
      coin,
      at: world.clock.now(),
    });
    if (!price) return reply.code(400).send(fault('AMOUNT_TOO_LOW'));
    const sold = [...methods].filter(([, currencies = manner.currencies]) => currencies.includes(currency));
    const quote = moneyFields(price, coin, currency);
    return { asset: answeredAsset(coin), ...Object.fromEntries(sold.map(([name]) => [name, quote])) };
  });

  app.get<Query & { Params: { id: string } }>('/purchase/:id', async ({ params, query }, reply) => {
    const purchase = counter.find(params.id);
    if (!purchase || query['secret'] !== viewTokenOf(params.id))
      return reply.code(404).send({ message: 'Not Found', error: 'Not Found', statusCode: 404 });
    return answeredPurchase(purchase);
  });
}

const quoteSchema = z.object({
  cryptoAssetSymbol: z.string(),
  fiatCurrency: z.string(),
  fiatValue: z.number().positive().optional(),
  cryptoAmount: z.string().regex(/^\d+$/).optional(),
});

function fault(code: string) {
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

const askedOf = ({ query }: FastifyRequest) => addressSchema.safeParse(query).data;

const checkout: CheckoutRules = {
  manner,
  look,
  declined: 'CANCELLED',
  read(request) {
    const asked = askedOf(request);
    const coin = manner.coins.find((one) => symbolOf(one) === asked?.outAsset);
    if (!asked || !coin) return undefined;
    const { inAssetValue, outAssetValue, webhookStatusUrl } = asked;
    return {
      // Ramp has no other name for it than the address that hears of it.
      reference: decodeURIComponent(new URL(webhookStatusUrl).pathname.split('/').at(-1) ?? ''),
      side: inAssetValue === undefined ? 'Get' : 'Pay',
      amount: inAssetValue ?? fromBaseUnits(outAssetValue ?? '0', coin.decimals),
      currency: asked.inAsset,
      coin,
      method: asked.paymentMethodType,
      address: asked.userAddress,
      email: asked.userEmailAddress,
      webhookUrl: webhookStatusUrl,
    };
  },
  backUrl: (_asked, request) => askedOf(request)?.finalUrl ?? '',
};
