import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SendCoins } from '../exchanges/krakenFunding.ts';
import type { SellersLook } from '../sellers/checkoutPage.ts';
import { type CheckoutRules, checkoutRoutes } from '../sellers/checkoutRoutes.ts';
import { limitsOf, priceOf } from '../sellers/priceOf.ts';
import { type SellerParts, type SellerStandIn, startSeller } from '../sellers/seller.ts';
import { credentials } from '../world/credentials.ts';
import { installTransportFaults } from '../world/faults.ts';
import type { World } from '../world/standIn.ts';
import { createPartnerTokens, type PartnerTokens } from './partnerTokens.ts';
import { createSessions, type Sessions, widgetSchema } from './sessions.ts';
import {
  announced,
  answeredCoin,
  answeredOrder,
  coinNamed,
  countries,
  isSold,
  manner,
  moneyFields,
  options,
} from './wire.ts';

const look: SellersLook = {
  name: 'Transak',
  accent: '#1461db',
  onAccent: '#ffffff',
  ground: '#f2f5fa',
  ink: '#0b1f3f',
  radius: 6,
  font: "Georgia, 'Times New Roman', serif",
};

/** Speaks the part of Transak's public and partner API that the product uses, and has its widget as a page. */
export function startTransak(world: World, port: number, send: SendCoins): Promise<SellerStandIn> {
  const tokens = createPartnerTokens(world.clock.now);
  const sessions = createSessions(world.clock.now);
  return startSeller(
    {
      id: 'transak',
      webhookPath: '/webhooks/transak',
      announce: (purchase) => ({ body: announced(purchase, tokens.present()), headers: () => ({}) }),
      routes(app, parts) {
        void app.register(async (scope) => {
          installTransportFaults(scope, 'transak', world.faults);
          publicRoutes(scope, parts);
          partnerRoutes(scope, parts, { tokens, sessions });
        });
        void app.register(async (scope) => checkoutRoutes(scope, parts, checkoutOf(sessions)));
      },
    },
    world,
    port,
    send,
  );
}

type Query = { Querystring: Record<string, string> };

function publicRoutes(app: FastifyInstance, { world }: SellerParts): void {
  app.get('/cryptocoverage/api/v1/public/crypto-currencies', async () => ({
    response: manner.coins.map(answeredCoin),
  }));
  app.get('/fiat/public/v1/currencies/fiat-currencies', async () => ({
    response: manner.currencies.map((symbol) => {
      const { least, most } = limitsOf(manner, symbol, world.clock.now());
      const sold = [...options.keys()].filter((id) => isSold(id, symbol));
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
    response: [...countries, ...manner.refusedCountries].map((alpha2) => ({
      alpha2,
      isAllowed: countries.includes(alpha2),
    })),
  }));
  app.get<Query>('/api/v1/pricing/public/quotes', async ({ query }, reply) => {
    const { fiatCurrency: currency = '', paymentMethod = '', fiatAmount, cryptoAmount = '0' } = query;
    if (query['partnerApiKey'] !== credentials.transak.apiKey) return refuse(reply, 401, 'Invalid API key');
    const coin = coinNamed(query['cryptoCurrency'], query['network']);
    if (!coin) return refuse(reply, 400, 'Invalid crypto currency');
    if (!isSold(paymentMethod, currency))
      return refuse(reply, 400, `${paymentMethod} is not supported for ${currency}`);
    const at = world.clock.now();
    const side = fiatAmount === undefined ? 'Get' : 'Pay';
    const price = priceOf(manner, { side, amount: fiatAmount ?? cryptoAmount, currency, coin, at });
    const { least, most } = limitsOf(manner, currency, at);
    if (!price || Number(price.pay) < least) return refuse(reply, 400, `Minimum amount is ${least} ${currency}`);
    if (Number(price.pay) > most) return refuse(reply, 400, `Maximum amount is ${most} ${currency}`);
    return { response: { ...query, isBuyOrSell: 'BUY', ...moneyFields(price), notes: [] } };
  });
}

type Partnership = { readonly tokens: PartnerTokens; readonly sessions: Sessions };

function partnerRoutes(app: FastifyInstance, { counter, url }: SellerParts, { tokens, sessions }: Partnership): void {
  const { apiKey, apiSecret } = credentials.transak;

  app.post<{ Body: { apiKey?: string } }>('/partners/api/v2/refresh-token', async ({ headers, body }, reply) =>
    headers['api-secret'] === apiSecret && body.apiKey === apiKey
      ? { data: tokens.renew() }
      : refuse(reply, 401, 'Invalid credentials'),
  );

  void app.register(async (scope) => {
    scope.addHook('preHandler', async ({ headers }, reply) =>
      tokens.isGood(headers['access-token']) ? undefined : refuse(reply, 401, 'Authorization Required'),
    );
    scope.post<{ Body: { widgetParams?: unknown } }>('/api/v2/auth/session', async ({ body }, reply) => {
      const { data: widget } = widgetSchema.safeParse(body.widgetParams);
      if (widget?.apiKey !== apiKey) return refuse(reply, 400, 'Invalid widgetParams');
      return { data: { widgetUrl: `${url()}/?apiKey=${apiKey}&sessionId=${sessions.open(widget)}` } };
    });
    scope.get<{ Params: { id: string } }>('/partners/api/v2/order/:id', async ({ params }, reply) => {
      const purchase = counter.find(params.id);
      return purchase
        ? { meta: { orderId: params.id }, data: answeredOrder(purchase) }
        : refuse(reply, 400, 'Order not found');
    });
    scope.get<Query>('/partners/api/v2/orders', async ({ query }) => {
      const status = query['filter[status]'] ?? 'COMPLETED';
      const found = counter.ofReference(query['filter[partnerOrderId]'] ?? '').map(answeredOrder);
      const data = found.filter((order) => order.status === status).map(({ id, ...order }) => ({ _id: id, ...order }));
      return { meta: { totalCount: data.length }, data };
    });
  });
}

function refuse(reply: FastifyReply, statusCode: number, message: string): FastifyReply {
  const name = statusCode === 401 ? 'Unauthorized' : 'Bad Request';
  return reply.code(statusCode).send({ error: { statusCode, name, message } });
}

function checkoutOf(sessions: Sessions): CheckoutRules {
  const idOf = ({ query }: FastifyRequest) => (query as Record<string, string | undefined>)['sessionId'];
  return {
    manner,
    look,
    declined: 'card_declined',
    read(request) {
      const widget = request.method === 'GET' ? sessions.enter(idOf(request)) : sessions.find(idOf(request));
      const coin = coinNamed(widget?.cryptoCurrencyCode, widget?.network);
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
    backUrl(_asked, request, purchase) {
      const back = new URL(sessions.find(idOf(request))?.redirectURL ?? '');
      if (purchase) {
        const { id, status, partnerOrderId } = answeredOrder(purchase);
        for (const [name, value] of Object.entries({ orderId: id, status, partnerOrderId }))
          back.searchParams.set(name, value);
      }
      return back.href;
    },
  };
}
