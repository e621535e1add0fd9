import type { FastifyInstance, FastifyRequest } from 'fastify';
import { html } from '../desk/html.ts';
import { type ProviderPageStyle, sendCheckout, sendProviderPage } from './checkoutPage.ts';
import { computePrice } from './computePrice.ts';
import type { ProviderCoin, ProviderTerms } from './providerTerms.ts';
import type { Purchase } from './purchaseStore.ts';
import type { ProviderContext } from './startProvider.ts';

/** Parameters of a checkout. */
export type CheckoutParameters = {
  /** The referring site's reference of the purchase. */
  readonly reference: string;
  readonly side: 'Pay' | 'Get';
  readonly amount: string;
  readonly currency: string;
  readonly coin: ProviderCoin;
  readonly method: string;
  readonly address: string;
  readonly email: string;
  readonly webhookUrl?: string;
};

export type CheckoutRules = {
  readonly terms: ProviderTerms;
  readonly pageStyle: ProviderPageStyle;
  /** Parses a request; undefined for an invalid link. */
  readonly read: (request: FastifyRequest) => CheckoutParameters | undefined;
  /** Returns the return address at the referring site, with this provider's parameters. */
  readonly backUrl: (parameters: CheckoutParameters, request: FastifyRequest, purchase: Purchase | undefined) => string;
  /** The provider's term for a declined card. */
  readonly declined: string;
};

const refusedPage = html`<h1>This link is not valid</h1><p>Go back to the site that sent you here.</p>`;

/** Registers the page of a provider's link. The link's parameters are fixed; the page computes the current price. */
export function installCheckoutRoutes(
  app: FastifyInstance,
  { world, purchases }: ProviderContext,
  rules: CheckoutRules,
): void {
  const { terms, pageStyle, read, backUrl, declined } = rules;

  /** Returns the reference's last purchase that has not failed, so that a link opened again creates no second one. */
  const findPurchase = ({ reference }: CheckoutParameters) =>
    purchases.findByReference(reference).findLast(({ stage }) => stage !== 'failed');

  function readPricedRequest(request: FastifyRequest) {
    const parameters = read(request);
    if (!parameters) return undefined;
    const gap = world.faults.peek(terms.id, ['worse_price'], 'checkout', parameters.reference);
    const price = computePrice(terms, {
      ...parameters,
      at: world.clock.now(),
      ...(gap && { worsePercent: gap.size ?? 3 }),
    });
    return price && { parameters, price };
  }

  app.get('/', async (request, reply) => {
    const found = readPricedRequest(request);
    if (!found) return sendProviderPage(reply.code(400), pageStyle, refusedPage);
    const { parameters, price } = found;
    const purchase = findPurchase(parameters);
    return sendCheckout(reply, pageStyle, {
      ...(purchase?.price ?? price),
      currency: parameters.currency,
      symbol: parameters.coin.symbol,
      address: parameters.address,
      method: parameters.method,
      email: parameters.email,
      stage: purchase?.stage,
      backUrl: backUrl(parameters, request, purchase),
    });
  });

  app.post<{ Body: { act?: string } }>('/', async (request, reply) => {
    const found = readPricedRequest(request);
    if (!found) return sendProviderPage(reply.code(400), pageStyle, refusedPage);
    const { parameters, price } = found;
    if (!findPurchase(parameters)) {
      world.faults.take(terms.id, ['worse_price'], 'checkout', parameters.reference);
      const { reference, currency, coin, method, address, webhookUrl } = parameters;
      const where = webhookUrl === undefined ? {} : { webhookUrl };
      const { id } = await purchases.open({ reference, currency, coin, method, address, price, ...where });
      const updatesByButton = {
        pay: { stage: 'paid' },
        hold: { stage: 'held' },
        decline: { stage: 'failed', reason: declined },
      } as const;
      await purchases.update(
        id,
        updatesByButton[(request.body.act ?? 'pay') as keyof typeof updatesByButton] ?? updatesByButton.pay,
      );
    }
    return reply.redirect(backUrl(parameters, request, findPurchase(parameters)), 303);
  });
}
