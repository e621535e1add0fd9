import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SendCoins } from '../exchanges/krakenFunding.ts';
import { computeLimits, computePrice } from '../externalProviders/computePrice.ts';
import { type ProviderContext, type ProviderStandIn, startProvider } from '../externalProviders/startProvider.ts';
import { installTransportFaults } from '../world/faults.ts';
import type { World } from '../world/standIn.ts';
import { hasValidBearerToken } from './bearerToken.ts';
import { installCheckout } from './installCheckout.ts';
import { createSessions, type Sessions, sessionRequestSchema } from './sessions.ts';
import {
  buildSignedHeaders,
  findCoin,
  formatCurrencies,
  formatQuote,
  formatTransaction,
  formatWebhookPayload,
  getEventType,
  METHODS,
  providerTerms,
} from './wire.ts';

/** Starts a stand-in for the part of Coinbase Onramp's API, in both versions, that the product uses, with its hosted page. */
export function startCoinbaseOnramp(world: World, port: number, send: SendCoins): Promise<ProviderStandIn> {
  const sessions = createSessions();
  return startProvider(
    {
      id: 'coinbaseOnramp',
      webhookPath: '/webhooks/coinbaseOnramp',
      announce(purchase) {
        const eventType = getEventType(purchase);
        const body = JSON.stringify({ eventType, ...formatWebhookPayload(purchase) });
        const eventId = createHash('sha256').update(body).digest('hex').slice(0, 32);
        return { body, headers: () => buildSignedHeaders(body, eventId, eventType, world.clock.now()) };
      },
      routes(app, parts) {
        void app.register(async (scope) => installApiRoutes(scope, parts, sessions));
        void app.register(async (scope) => installCheckout(scope, parts, sessions));
      },
    },
    world,
    port,
    send,
  );
}

type Fields = Readonly<Record<string, string | undefined>>;

function installApiRoutes(app: FastifyInstance, parts: ProviderContext, sessions: Sessions): void {
  const { world, purchases } = parts;
  installTransportFaults(app, 'coinbaseOnramp', world.faults);
  app.addHook('preHandler', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const uri = `${request.method} ${request.headers.host ?? ''}${path}`;
    if (!hasValidBearerToken(request.headers.authorization, uri, world.clock.now()))
      return reply.code(401).send({ errorType: 'unauthorized', errorMessage: 'The request is not authorized.' });
    return undefined;
  });
  app.get('/onramp/v1/buy/config', async () => ({
    countries: COUNTRIES.filter((id) => !providerTerms.refusedCountries.includes(id)).map((id) => ({
      id,
      subdivisions: id === 'US' ? ['CA', 'NY', 'WA'] : [],
      payment_methods: METHODS.map((method) => ({ id: method })),
    })),
  }));
  app.get('/onramp/v1/buy/options', async () => ({
    payment_currencies: providerTerms.currencies.map((id) => {
      const { least, most } = computeLimits(providerTerms, id, world.clock.now());
      return { id, limits: METHODS.map((method) => ({ id: method, min: String(least), max: String(most) })) };
    }),
    purchase_currencies: formatCurrencies(),
  }));
  app.post<{ Body: Fields }>('/onramp/v1/buy/quote', async ({ body }, reply) => {
    const { purchaseCurrency, purchaseNetwork, paymentCurrency = '', paymentAmount = '', country } = body;
    const coin = findCoin(purchaseCurrency, purchaseNetwork);
    if (!coin || !COUNTRIES.includes(country ?? '') || (country === 'US' && !body['subdivision']))
      return sendV1Error(reply, 'The request is invalid.');
    // Unknown currencies are quoted in dollars.
    const currency = providerTerms.currencies.includes(paymentCurrency) ? paymentCurrency : 'USD';
    const at = world.clock.now();
    const price = computePrice(providerTerms, { side: 'Pay', amount: paymentAmount, currency, coin, at });
    return price ? formatQuote(price, currency, coin.symbol) : sendV1Error(reply, 'The amount is too small.');
  });
  app.get<{ Params: { reference: string } }>('/onramp/v1/buy/user/:reference/transactions', async ({ params }) => {
    const transactions = purchases.findByReference(params.reference).map(formatTransaction).toReversed();
    return { next_page_key: '', total_count: String(transactions.length), transactions };
  });
  installSessionRoute(app, parts, sessions);
}

function installSessionRoute(app: FastifyInstance, { world, url }: ProviderContext, sessions: Sessions): void {
  app.post('/platform/v2/onramp/sessions', async ({ body }, reply) => {
    const parsed = sessionRequestSchema.safeParse(body);
    if (!parsed.success) {
      const errorMessage = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ');
      return reply.code(400).send({ errorType: 'invalid_request', errorMessage });
    }
    const request = parsed.data;
    const { paymentAmount, purchaseAmount, paymentCurrency: currency, partnerUserRef } = request;
    const coin = findCoin(request.purchaseCurrency, request.destinationNetwork);
    const at = world.clock.now();
    const gap = world.faults.take('coinbaseOnramp', ['worse_price'], 'checkout', partnerUserRef);
    const side = paymentAmount === undefined ? 'Get' : 'Pay';
    const amount = paymentAmount ?? purchaseAmount ?? '0';
    const worse = gap ? { worsePercent: gap.size ?? 3 } : {};
    const price = coin && computePrice(providerTerms, { side, amount, currency, coin, at, ...worse });
    const { least, most } = computeLimits(providerTerms, currency, at);
    if (!coin || !price || Number(price.pay) < least || Number(price.pay) > most)
      return reply.code(400).send({ errorType: 'invalid_request', errorMessage: 'The amount is out of the limits.' });
    const token = sessions.open({ request, coin, price }, at);
    return reply.code(201).send({ session: { onrampUrl: `${url()}/buy?sessionToken=${token}` } });
  });
}

const COUNTRIES: readonly string[] = [
  'DE',
  'FR',
  'ES',
  'IT',
  'NL',
  'AT',
  'PL',
  'GB',
  'US',
  'CH',
  'CA',
  ...providerTerms.refusedCountries,
];

/** Sends an error in the format of the API's first version. */
function sendV1Error(reply: FastifyReply, message: string): FastifyReply {
  return reply.code(400).send({ code: 3, message, details: [] });
}
