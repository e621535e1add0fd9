import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { html } from '../desk/html.ts';
import type { SendCoins } from '../exchanges/krakenFunding.ts';
import { type CheckoutView, type SellersLook, sendCheckout, sendSellersPage } from '../sellers/checkoutPage.ts';
import type { Purchase } from '../sellers/counter.ts';
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
      webhookPath: () => '/webhooks/moonpay',
      announce(purchase) {
        const type = purchase.stage === 'failed' ? 'transaction_failed' : 'transaction_updated';
        const body = JSON.stringify({ type, data: answeredTransaction(purchase), externalCustomerId: null });
        return { body, headers: () => signedHeaders(body) };
      },
      routes(app, parts) {
        void app.register(async (scope) => apiRoutes(scope, parts));
        void app.register(async (scope) => checkout(scope, parts));
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
    ...manner.currencies.map((code) => ({ type: 'fiat', code: code.toLowerCase(), name: code, precision: 2 })),
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

type Bought = { readonly view: CheckoutView; readonly purchase: Purchase | undefined };

/** The page behind a signed address. The amount is locked; the price is that of the moment. */
function checkout(app: FastifyInstance, { world, counter }: SellerParts): void {
  const refusedPage = html`<h1>This link is not valid</h1><p>Go back to the site that sent you here.</p>`;

  /** What the address asks for; the same purchase for whoever opens it again. */
  function read(url: string) {
    const search = url.includes('?') ? url.slice(url.indexOf('?')) : '';
    const parsed = addressSchema.safeParse(Object.fromEntries(new URLSearchParams(search)));
    if (!parsed.success || !isSignedAddress(search)) return undefined;
    const asked = parsed.data;
    const coin = manner.coins.find((one) => codeOf(one) === asked.currencyCode);
    const gap = world.faults.peek('moonpay', ['worse_price'], 'checkout', asked.externalTransactionId);
    const currency = asked.baseCurrencyCode.toUpperCase();
    const price =
      coin &&
      priceOf(manner, {
        side: asked.baseCurrencyAmount === undefined ? 'Get' : 'Pay',
        amount: asked.baseCurrencyAmount ?? asked.quoteCurrencyAmount ?? '0',
        currency,
        coin,
        at: world.clock.now(),
        ...(gap && { worsePercent: gap.size ?? 3 }),
      });
    return coin && price && { asked, coin, price, currency };
  }

  function viewOf({ asked, coin, price, currency }: NonNullable<ReturnType<typeof read>>): Bought {
    const purchase = counter.ofReference(asked.externalTransactionId).findLast(({ stage }) => stage !== 'failed');
    const back = new URL(asked.redirectURL);
    if (purchase) back.searchParams.set('transactionId', purchase.id);
    const shown = purchase?.price ?? price;
    return {
      purchase,
      view: {
        ...shown,
        currency,
        symbol: coin.symbol,
        address: asked.walletAddress,
        method: asked.paymentMethod,
        email: asked.email,
        stage: purchase?.stage,
        backUrl: back.href,
      },
    };
  }

  app.get('/', async (request, reply) => {
    const found = read(request.url);
    return found ? sendCheckout(reply, look, viewOf(found).view) : sendSellersPage(reply.code(400), look, refusedPage);
  });
  app.post<{ Body: { act?: string } }>('/', async (request, reply) => {
    const found = read(request.url);
    if (!found) return sendSellersPage(reply.code(400), look, refusedPage);
    const { asked, coin, price, currency } = found;
    if (!viewOf(found).purchase) {
      world.faults.take('moonpay', ['worse_price'], 'checkout', asked.externalTransactionId);
      const { id } = await counter.open({
        reference: asked.externalTransactionId,
        currency,
        method: asked.paymentMethod,
        coin,
        price,
        address: asked.walletAddress,
      });
      const acts = {
        pay: { stage: 'paid' },
        hold: { stage: 'held' },
        decline: { stage: 'failed', reason: 'payment_authorization_declined' },
      } as const;
      const { act = 'pay' } = request.body;
      await counter.move(id, acts[act as keyof typeof acts] ?? acts.pay);
    }
    return reply.redirect(viewOf(found).view.backUrl, 303);
  });
}
