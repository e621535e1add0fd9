import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { escapeHtml } from '../../desk/html.ts';
import { formatMinorUnits } from '../currencies.ts';
import { finishAuthentication } from '../payments/paymentIntents.ts';
import { requireStored } from '../requireStored.ts';
import type { StripeAccount } from '../stripeAccount.ts';
import { protectFrame } from './browserRoutes.ts';

const outcomeSchema = z.object({ outcome: z.enum(['complete', 'fail']) });

/** Registers the 3-D Secure page of the cardholder's bank, in a frame of Stripe.js, or full-page with a redirect to the shop. */
export function installAuthenticationRoutes(app: FastifyInstance, account: StripeAccount): void {
  app.get('/3ds/:id', async (request, reply) => {
    await account.settled();
    const { id } = request.params as { id: string };
    const authentication = requireStored(account.state.authentications, id, 'source');
    const intent = requireStored(account.state.paymentIntents, authentication.payment_intent, 'payment_intent');
    const amount = `${formatMinorUnits(intent.amount, intent.currency)} ${intent.currency.toUpperCase()}`;
    return protectFrame(request, reply).send(page(id, amount, authentication.outcome === 'open'));
  });

  app.post('/3ds/:id', async (request, reply) => {
    const { id } = request.params as { id: string };
    const { outcome } = outcomeSchema.parse(request.body);
    const intent = await account.commit((change) => finishAuthentication(change, id, outcome === 'complete'));
    const authentication = requireStored(account.state.authentications, id, 'source');
    if (authentication.return_url === null || request.headers.accept?.includes('application/json')) {
      return reply.send({ id, outcome: authentication.outcome, status: intent.status });
    }
    const back = new URL(authentication.return_url);
    back.searchParams.set('payment_intent', intent.id);
    back.searchParams.set('payment_intent_client_secret', intent.client_secret);
    back.searchParams.set('redirect_status', intent.last_payment_error === null ? 'succeeded' : 'failed');
    return reply.redirect(back.href, 303);
  });
}

function page(id: string, amount: string, isOpen: boolean): string {
  const question = `
    <p>Your bank asks whether it is you who pays <strong>${escapeHtml(amount)}</strong> to Slipway.</p>
    <form method="post" action="/3ds/${encodeURIComponent(id)}">
      <button type="submit" name="outcome" value="complete">Complete authentication</button>
      <button type="submit" name="outcome" value="fail" class="quiet">Fail authentication</button>
    </form>`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>3-D Secure</title>
    <link rel="stylesheet" href="/3ds/assets/authentication.css">
    <script type="module" src="/3ds/assets/authentication.js"></script>
  </head>
  <body>
    <main aria-label="3-D Secure">
      <p class="bank">Sandbox bank</p>
      <h1>3-D Secure</h1>${isOpen ? question : '\n      <p>This payment has been answered already.</p>'}
    </main>
  </body>
</html>
`;
}
