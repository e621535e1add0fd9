import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SendCoins } from '../exchanges/krakenFunding.ts';
import type { ProviderPageStyle } from '../externalProviders/checkoutPage.ts';
import { computeLimits, computePrice } from '../externalProviders/computePrice.ts';
import { type CheckoutRules, installCheckoutRoutes } from '../externalProviders/installCheckoutRoutes.ts';
import { type ProviderContext, type ProviderStandIn, startProvider } from '../externalProviders/startProvider.ts';
import { credentials } from '../world/credentials.ts';
import { installTransportFaults } from '../world/faults.ts';
import type { World } from '../world/standIn.ts';
import { createSessions, type Sessions, widgetSchema } from './sessions.ts';
import {
  countries,
  currencyByPaymentOption,
  findCoin,
  formatCoin,
  formatMoneyFields,
  formatOrder,
  formatWebhookBody,
  isOptionAvailable,
  providerTerms,
} from './wire.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;

/** The only valid access token: a new one invalidates the previous one. */
type PartnerTokens = {
  renew(): { readonly accessToken: string; readonly expiresAt: number };
  isValid(token: unknown): boolean;
  /** Returns the token that signs webhooks. */
  getCurrent(): string;
};

function createPartnerTokens(now: () => Date): PartnerTokens {
  let token = randomBytes(32).toString('base64url');
  let expiresAt = 0;
  return {
    renew() {
      token = randomBytes(32).toString('base64url');
      expiresAt = now().getTime() + WEEK_MS;
      return { accessToken: token, expiresAt: Math.floor(expiresAt / 1_000) };
    },
    isValid: (given) => given === token && now().getTime() < expiresAt,
    getCurrent: () => token,
  };
}

const pageStyle: ProviderPageStyle = {
  name: 'Transak',
  accent: '#1461db',
  onAccent: '#ffffff',
  ground: '#f2f5fa',
  ink: '#0b1f3f',
  radius: 6,
  font: "Georgia, 'Times New Roman', serif",
};

/** Starts a stand-in for the part of Transak's public and partner API that the product uses, with its widget as a page. */
export function startTransak(world: World, port: number, send: SendCoins): Promise<ProviderStandIn> {
  const tokens = createPartnerTokens(world.clock.now);
  const sessions = createSessions(world.clock.now);
  return startProvider(
    {
      id: 'transak',
      webhookPath: '/webhooks/transak',
      announce: (purchase) => ({ body: formatWebhookBody(purchase, tokens.getCurrent()), headers: () => ({}) }),
      routes(app, parts) {
        void app.register(async (scope) => {
          installTransportFaults(scope, 'transak', world.faults);
          installPublicRoutes(scope, parts);
          installPartnerRoutes(scope, parts, { tokens, sessions });
        });
        void app.register(async (scope) => installCheckoutRoutes(scope, parts, createCheckoutRules(sessions)));
      },
    },
    world,
    port,
    send,
  );
}

type Query = { Querystring: Record<string, string> };

function installPublicRoutes(app: FastifyInstance, { world }: ProviderContext): void {
  app.get('/cryptocoverage/api/v1/public/crypto-currencies', async () => ({
    response: providerTerms.coins.map(formatCoin),
  }));
  app.get('/fiat/public/v1/currencies/fiat-currencies', async () => ({
    response: providerTerms.currencies.map((symbol) => {
      const { least, most } = computeLimits(providerTerms, symbol, world.clock.now());
      const sold = [...currencyByPaymentOption.keys()].filter((id) => isOptionAvailable(id, symbol));
      return {
        symbol,
        name: symbol,
        isAllowed: true,
        supportingCountries: countries,
        paymentOptions: sold.map((id) => ({ id, name: id, isActive: true, minAmount: least, maxAmount: most })),
      };
    }),
  }));
  app.get('/api/v2/countries', async () => ({
    response: [...countries, ...providerTerms.refusedCountries].map((alpha2) => ({
      alpha2,
      isAllowed: countries.includes(alpha2),
    })),
  }));
  app.get<Query>('/api/v1/pricing/public/quotes', async ({ query }, reply) => {
    const { fiatCurrency: currency = '', paymentMethod = '', fiatAmount, cryptoAmount = '0' } = query;
    if (query['partnerApiKey'] !== credentials.transak.apiKey) return sendError(reply, 401, 'Invalid API key');
    const coin = findCoin(query['cryptoCurrency'], query['network']);
    if (!coin) return sendError(reply, 400, 'Invalid crypto currency');
    if (!isOptionAvailable(paymentMethod, currency))
      return sendError(reply, 400, `${paymentMethod} is not supported for ${currency}`);
    const at = world.clock.now();
    const side = fiatAmount === undefined ? 'Get' : 'Pay';
    const price = computePrice(providerTerms, { side, amount: fiatAmount ?? cryptoAmount, currency, coin, at });
    const { least, most } = computeLimits(providerTerms, currency, at);
    if (!price || Number(price.pay) < least) return sendError(reply, 400, `Minimum amount is ${least} ${currency}`);
    if (Number(price.pay) > most) return sendError(reply, 400, `Maximum amount is ${most} ${currency}`);
    return { response: { ...query, isBuyOrSell: 'BUY', ...formatMoneyFields(price), notes: [] } };
  });
}

type PartnerContext = { readonly tokens: PartnerTokens; readonly sessions: Sessions };

function installPartnerRoutes(
  app: FastifyInstance,
  { purchases, url }: ProviderContext,
  { tokens, sessions }: PartnerContext,
): void {
  const { apiKey, apiSecret } = credentials.transak;

  app.post<{ Body: { apiKey?: string } }>('/partners/api/v2/refresh-token', async ({ headers, body }, reply) =>
    headers['api-secret'] === apiSecret && body.apiKey === apiKey
      ? { data: tokens.renew() }
      : sendError(reply, 401, 'Invalid credentials'),
  );

  void app.register(async (scope) => {
    scope.addHook('preHandler', async ({ headers }, reply) =>
      tokens.isValid(headers['access-token']) ? undefined : sendError(reply, 401, 'Authorization Required'),
    );
    scope.post<{ Body: { widgetParams?: unknown } }>('/api/v2/auth/session', async ({ body }, reply) => {
      const { data: widget } = widgetSchema.safeParse(body.widgetParams);
      if (widget?.apiKey !== apiKey) return sendError(reply, 400, 'Invalid widgetParams');
      return { data: { widgetUrl: `${url()}/?apiKey=${apiKey}&sessionId=${sessions.open(widget)}` } };
    });
    scope.get<{ Params: { id: string } }>('/partners/api/v2/order/:id', async ({ params }, reply) => {
      const purchase = purchases.find(params.id);
      return purchase
        ? { meta: { orderId: params.id }, data: formatOrder(purchase) }
        : sendError(reply, 400, 'Order not found');
    });
    scope.get<Query>('/partners/api/v2/orders', async ({ query }) => {
      const status = query['filter[status]'] ?? 'COMPLETED';
      const found = purchases.findByReference(query['filter[partnerOrderId]'] ?? '').map(formatOrder);
      const data = found.filter((order) => order.status === status).map(({ id, ...order }) => ({ _id: id, ...order }));
      return { meta: { totalCount: data.length }, data };
    });
  });
}

function sendError(reply: FastifyReply, statusCode: number, message: string): FastifyReply {
  const name = statusCode === 401 ? 'Unauthorized' : 'Bad Request';
  return reply.code(statusCode).send({ error: { statusCode, name, message } });
}

function createCheckoutRules(sessions: Sessions): CheckoutRules {
  const readId = ({ query }: FastifyRequest) => (query as Record<string, string | undefined>)['sessionId'];
  return {
    terms: providerTerms,
    pageStyle,
    declined: 'card_declined',
    read(request) {
      const widget = request.method === 'GET' ? sessions.enter(readId(request)) : sessions.find(readId(request));
      const coin = findCoin(widget?.cryptoCurrencyCode, widget?.network);
      if (!widget || !coin) return undefined;
      return {
        reference: widget.partnerOrderId,
        side: widget.fiatAmount === undefined ? 'Get' : 'Pay',
        amount: widget.fiatAmount ?? widget.cryptoAmount ?? '0',
        currency: widget.fiatCurrency,
        coin,
        method: widget.paymentMethod,
        address: widget.walletAddress,
        email: widget.email,
      };
    },
    backUrl(_parameters, request, purchase) {
      const back = new URL(sessions.find(readId(request))?.redirectURL ?? '');
      if (purchase) {
        const { id, status, partnerOrderId } = formatOrder(purchase);
        for (const [name, value] of Object.entries({ orderId: id, status, partnerOrderId }))
          back.searchParams.set(name, value);
      }
      return back.href;
    },
  };
}
