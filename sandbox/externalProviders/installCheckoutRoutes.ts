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
  readonly manner: ProviderTerms;
  readonly look: ProviderPageStyle;
  /** Parses a request; undefined for an invalid link. */
  readonly read: (request: FastifyRequest) => CheckoutParameters | undefined;
  /** Returns the return address at the referring site, with this seller's parameters. */
  readonly backUrl: (asked: CheckoutParameters, request: FastifyRequest, purchase: Purchase | undefined) => string;
  /** The seller's term for a declined card. */
  readonly declined: string;
};

const refusedPage = html`<h1>This link is not valid</h1><p>Go back to the site that sent you here.</p>`;

/** Registers the page of a seller's link. Its parameters are fixed; the price is the current one. */
export function installCheckoutRoutes(
  app: FastifyInstance,
  { world, counter }: ProviderContext,
  rules: CheckoutRules,
): void {
  const { manner, look, read, backUrl, declined } = rules;

  /** Returns the existing purchase when the link is opened again. */
  const purchaseOf = ({ reference }: CheckoutParameters) =>
    counter.ofReference(reference).findLast(({ stage }) => stage !== 'failed');

  function priced(request: FastifyRequest) {
    const asked = read(request);
    if (!asked) return undefined;
    const gap = world.faults.peek(manner.id, ['worse_price'], 'checkout', asked.reference);
    const price = computePrice(manner, {
      ...asked,
      at: world.clock.now(),
      ...(gap && { worsePercent: gap.size ?? 3 }),
    });
    return price && { asked, price };
  }

  app.get('/', async (request, reply) => {
    const found = priced(request);
    if (!found) return sendProviderPage(reply.code(400), look, refusedPage);
    const { asked, price } = found;
    const purchase = purchaseOf(asked);
    return sendCheckout(reply, look, {
      ...(purchase?.price ?? price),
      currency: asked.currency,
      symbol: asked.coin.symbol,
      address: asked.address,
      method: asked.method,
      email: asked.email,
      stage: purchase?.stage,
      backUrl: backUrl(asked, request, purchase),
    });
  });

  app.post<{ Body: { act?: string } }>('/', async (request, reply) => {
    const found = priced(request);
    if (!found) return sendProviderPage(reply.code(400), look, refusedPage);
    const { asked, price } = found;
    if (!purchaseOf(asked)) {
      world.faults.take(manner.id, ['worse_price'], 'checkout', asked.reference);
      const { reference, currency, coin, method, address, webhookUrl } = asked;
      const where = webhookUrl === undefined ? {} : { webhookUrl };
      const { id } = await counter.open({ reference, currency, coin, method, address, price, ...where });
      const acts = {
        pay: { stage: 'paid' },
        hold: { stage: 'held' },
        decline: { stage: 'failed', reason: declined },
      } as const;
      await counter.move(id, acts[(request.body.act ?? 'pay') as keyof typeof acts] ?? acts.pay);
    }
    return reply.redirect(backUrl(asked, request, purchaseOf(asked)), 303);
  });
}
