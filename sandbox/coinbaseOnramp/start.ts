import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SendCoins } from '../exchanges/krakenFunding.ts';
import { limitsOf, priceOf } from '../sellers/priceOf.ts';
import { type SellerParts, type SellerStandIn, startSeller } from '../sellers/seller.ts';
import { installTransportFaults } from '../world/faults.ts';
import type { World } from '../world/standIn.ts';
import { isAuthorized } from './bearer.ts';
import { checkout } from './checkout.ts';
import { createSessions, type Sessions, sessionRequestSchema } from './sessions.ts';
import {
  answeredCurrencies,
  answeredQuote,
  answeredTransaction,
  coinOf,
  eventTypeOf,
  METHODS,
  manner,
  payloadOf,
  signedHeaders,
} from './wire.ts';

/** Speaks the part of Coinbase Onramp's API, of both versions, that the product uses, and has its hosted page. */
export function startCoinbaseOnramp(world: World, port: number, send: SendCoins): Promise<SellerStandIn> {
  const sessions = createSessions();
  return startSeller(
    {
      id: 'coinbaseOnramp',
      webhookPath: '/webhooks/coinbaseOnramp',
      announce(purchase) {
        const eventType = eventTypeOf(purchase);
        const body = JSON.stringify({ eventType, ...payloadOf(purchase) });
        const eventId = createHash('sha256').update(body).digest('hex').slice(0, 32);
        return { body, headers: () => signedHeaders(body, eventId, eventType, world.clock.now()) };
      },
      routes(app, parts) {
        void app.register(async (scope) => apiRoutes(scope, parts, sessions));
        void app.register(async (scope) => checkout(scope, parts, sessions));
      },
    },
    world,
    port,
    send,
  );
}

type Fields = Readonly<Record<string, string | undefined>>;

function apiRoutes(app: FastifyInstance, parts: SellerParts, sessions: Sessions): void {
  const { world, counter } = parts;
  installTransportFaults(app, 'coinbaseOnramp', world.faults);
  app.addHook('preHandler', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const uri = `${request.method} ${request.headers.host ?? ''}${path}`;
    if (!isAuthorized(request.headers.authorization, uri, world.clock.now()))
      return reply.code(401).send({ errorType: 'unauthorized', errorMessage: 'The request is not authorized.' });
    return undefined;
  });
  app.get('/onramp/v1/buy/config', async () => ({
    countries: COUNTRIES.filter((id) => !manner.refusedCountries.includes(id)).map((id) => ({
      id,
      subdivisions: id === 'US' ? ['CA', 'NY', 'WA'] : [],
      payment_methods: METHODS.map((method) => ({ id: method })),
    })),
  }));
  app.get('/onramp/v1/buy/options', async () => ({
    payment_currencies: manner.currencies.map((id) => {
      const { least, most } = limitsOf(manner, id, world.clock.now());
      return { id, limits: METHODS.map((method) => ({ id: method, min: String(least), max: String(most) })) };
    }),
    purchase_currencies: answeredCurrencies(),
  }));
  app.post<{ Body: Fields }>('/onramp/v1/buy/quote', async ({ body }, reply) => {
    const { purchaseCurrency, purchaseNetwork, paymentCurrency = '', paymentAmount = '', country } = body;
    const coin = coinOf(purchaseCurrency, purchaseNetwork);
    if (!coin || !COUNTRIES.includes(country ?? '') || (country === 'US' && !body['subdivision']))
      return sendFault(reply, 'The request is invalid.');
    // An unknown currency is answered in dollars.
    const currency = manner.currencies.includes(paymentCurrency) ? paymentCurrency : 'USD';
    const at = world.clock.now();
    const price = priceOf(manner, { side: 'Pay', amount: paymentAmount, currency, coin, at });
    return price ? answeredQuote(price, currency, coin.symbol) : sendFault(reply, 'The amount is too small.');
  });
  app.get<{ Params: { reference: string } }>('/onramp/v1/buy/user/:reference/transactions', async ({ params }) => {
    const transactions = counter.ofReference(params.reference).map(answeredTransaction).toReversed();
    return { next_page_key: '', total_count: String(transactions.length), transactions };
  });
  sessionRoute(app, parts, sessions);
}

function sessionRoute(app: FastifyInstance, { world, url }: SellerParts, sessions: Sessions): void {
  app.post('/platform/v2/onramp/sessions', async ({ body }, reply) => {
    const parsed = sessionRequestSchema.safeParse(body);
    if (!parsed.success) {
      const errorMessage = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ');
      return reply.code(400).send({ errorType: 'invalid_request', errorMessage });
    }
    const request = parsed.data;
    const { paymentAmount, purchaseAmount, paymentCurrency: currency, partnerUserRef } = request;
    const coin = coinOf(request.purchaseCurrency, request.destinationNetwork);
    const at = world.clock.now();
    const gap = world.faults.take('coinbaseOnramp', ['worse_price'], 'checkout', partnerUserRef);
    const side = paymentAmount === undefined ? 'Get' : 'Pay';
    const amount = paymentAmount ?? purchaseAmount ?? '0';
    const worse = gap ? { worsePercent: gap.size ?? 3 } : {};
    const price = coin && priceOf(manner, { side, amount, currency, coin, at, ...worse });
    const { least, most } = limitsOf(manner, currency, at);
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
  ...manner.refusedCountries,
];

/** The first version's form of an error. */
function sendFault(reply: FastifyReply, message: string): FastifyReply {
  return reply.code(400).send({ code: 3, message, details: [] });
}
