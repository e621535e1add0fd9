import type { FastifyInstance, FastifyRequest } from 'fastify';
import { html } from '../desk/html.ts';
import { type SellersLook, sendCheckout, sendSellersPage } from './checkoutPage.ts';
import type { Purchase } from './counter.ts';
import type { Manner, SellersCoin } from './manner.ts';
import { priceOf } from './priceOf.ts';
import type { SellerParts } from './seller.ts';

/** What a checkout was opened for. */
export type Asked = {
  /** What the site that brought the buyer calls the purchase. */
  readonly reference: string;
  readonly side: 'Pay' | 'Get';
  readonly amount: string;
  readonly currency: string;
  readonly coin: SellersCoin;
  readonly method: string;
  readonly address: string;
  readonly email: string;
  readonly webhookUrl?: string;
};

export type CheckoutRules = {
  readonly manner: Manner;
  readonly look: SellersLook;
  /** Undefined for a link that opens nothing. */
  readonly read: (request: FastifyRequest) => Asked | undefined;
  /** Back to the site that brought the buyer, with what this seller adds. */
  readonly backUrl: (asked: Asked, request: FastifyRequest, purchase: Purchase | undefined) => string;
  /** The seller's word for a card that was declined. */
  readonly declined: string;
};

const refusedPage = html`<h1>This link is not valid</h1><p>Go back to the site that sent you here.</p>`;

/** The page behind a seller's link. What was asked for is fixed; the price is that of the moment. */
export function checkoutRoutes(app: FastifyInstance, { world, counter }: SellerParts, rules: CheckoutRules): void {
  const { manner, look, read, backUrl, declined } = rules;

  /** The same purchase for whoever opens it again. */
  const purchaseOf = ({ reference }: Asked) =>
    counter.ofReference(reference).findLast(({ stage }) => stage !== 'failed');

  function priced(request: FastifyRequest) {
    const asked = read(request);
    if (!asked) return undefined;
    const gap = world.faults.peek(manner.id, ['worse_price'], 'checkout', asked.reference);
    const price = priceOf(manner, { ...asked, at: world.clock.now(), ...(gap && { worsePercent: gap.size ?? 3 }) });
    return price && { asked, price };
  }

  app.get('/', async (request, reply) => {
    const found = priced(request);
    if (!found) return sendSellersPage(reply.code(400), look, refusedPage);
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
    if (!found) return sendSellersPage(reply.code(400), look, refusedPage);
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
