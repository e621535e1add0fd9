import type { FastifyInstance } from 'fastify';
import { html } from '../desk/html.ts';
import {
  type CheckoutView,
  type ProviderPageStyle,
  sendCheckout,
  sendProviderPage,
} from '../externalProviders/checkoutPage.ts';
import type { ProviderContext } from '../externalProviders/startProvider.ts';
import type { Session, Sessions } from './sessions.ts';

const pageStyle: ProviderPageStyle = {
  name: 'Coinbase',
  accent: '#0052ff',
  onAccent: '#ffffff',
  ground: '#ffffff',
  ink: '#0a0b0d',
  radius: 24,
  font: 'Inter, Arial, sans-serif',
};

type Visit = { Params: { id: string }; Querystring: { sessionToken?: string }; Body: { act?: string } | undefined };

const PAYMENT_ACTIONS = {
  pay: { stage: 'paid' },
  hold: { stage: 'held' },
  decline: { stage: 'failed', reason: 'BUY_FAILED' },
} as const;

/** Registers the page behind a session's link: the link opens once, and the visit continues at a separate address. */
export function installCheckout(app: FastifyInstance, { world, purchases }: ProviderContext, sessions: Sessions): void {
  const refusedPage = html`<h1>This link has been used or has expired</h1><p>Go back to the site that sent you here and start again.</p>`;

  function buildView({ request, coin, price, purchaseId }: Session): CheckoutView {
    const purchase = purchaseId === undefined ? undefined : purchases.find(purchaseId);
    return {
      ...price,
      currency: request.paymentCurrency,
      symbol: coin.symbol,
      address: request.destinationAddress,
      method: request.paymentMethod,
      email: '',
      stage: purchase?.stage,
      backUrl: request.redirectUrl,
    };
  }

  async function buy(
    { request, coin, price }: Session,
    act: (typeof PAYMENT_ACTIONS)[keyof typeof PAYMENT_ACTIONS],
  ): Promise<string> {
    const { id } = await purchases.open({
      reference: request.partnerUserRef,
      currency: request.paymentCurrency,
      method: request.paymentMethod,
      coin,
      price,
      address: request.destinationAddress,
    });
    await purchases.update(id, act);
    return id;
  }

  app.get<Visit>('/buy', async ({ query }, reply) => {
    const id = sessions.redeem(query.sessionToken ?? '', world.clock.now());
    return id === undefined
      ? sendProviderPage(reply.code(410), pageStyle, refusedPage)
      : reply.redirect(`/buy/visit/${id}`, 303);
  });
  app.get<Visit>('/buy/visit/:id', async ({ params }, reply) => {
    const session = sessions.visit(params.id);
    return session
      ? sendCheckout(reply, pageStyle, buildView(session))
      : sendProviderPage(reply.code(410), pageStyle, refusedPage);
  });
  app.post<Visit>('/buy/visit/:id', async ({ params, body }, reply) => {
    const session = sessions.visit(params.id);
    if (!session) return sendProviderPage(reply.code(410), pageStyle, refusedPage);
    // A second click on the button belongs to the same purchase.
    session.buying ??= buy(
      session,
      PAYMENT_ACTIONS[(body?.act ?? 'pay') as keyof typeof PAYMENT_ACTIONS] ?? PAYMENT_ACTIONS.pay,
    );
    session.purchaseId = await session.buying;
    return reply.redirect(session.request.redirectUrl, 303);
  });
}
