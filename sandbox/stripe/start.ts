import fastify, { type FastifyInstance } from 'fastify';
import { installTransportFaults } from '../world/faults.ts';
import type { StandIn, World } from '../world/standIn.ts';
import { createWebhookSender } from '../world/webhookSender.ts';
import { summarizeAccount } from './balance/summarizeAccount.ts';
import { decodeForm } from './formParameters.ts';
import { installAuthenticationRoutes } from './pages/authenticationRoutes.ts';
import { installBrowserRoutes } from './pages/browserRoutes.ts';
import { installDashboard } from './pages/dashboard.ts';
import { createErrorAnswer } from './routes/answerCalls.ts';
import { installCustomerRoutes } from './routes/customerRoutes.ts';
import { installFileRoutes } from './routes/fileRoutes.ts';
import { installMoneyRoutes } from './routes/moneyRoutes.ts';
import { installPaymentRoutes } from './routes/paymentRoutes.ts';
import { openAccount } from './stripeAccount.ts';
import { StripeApiError } from './stripeApiError.ts';

/** Interval at which due scheduled work is done while no calls arrive. */
const TICK_MS = 500;

/**
 * Starts a local Stripe: the HTTP API that Slipway's adapter uses, the browser script with its card fields, and a dashboard.
 * `port` 0 takes any free one.
 */
export async function startStripe(world: World, port: number): Promise<StandIn> {
  const app = fastify({ logger: false, forceCloseConnections: true });
  const webhooks = createWebhookSender('stripe', world.faults);
  // Links contain the stand-in's address, whose port is known only after the server listens.
  const address = { url: `http://localhost:${port}` };
  const account = openAccount(world, () => address.url, webhooks);

  installFormParser(app);
  installErrorHandler(app);
  installTransportFaults(app, 'stripe', world.faults);
  installCustomerRoutes(app, account);
  installPaymentRoutes(app, account);
  installMoneyRoutes(app, account);
  installFileRoutes(app, account);
  installBrowserRoutes(app, account);
  installAuthenticationRoutes(app, account);
  installDashboard(app, account);
  app.get('/api/books', async () => {
    await account.settled();
    return summarizeAccount(account.state);
  });

  await app.listen({ port, host: '127.0.0.1' });
  const bound = app.server.address();
  if (bound !== null && typeof bound === 'object') address.url = `http://localhost:${bound.port}`;
  const tickTimer = setInterval(() => void account.settled().catch(() => undefined), TICK_MS);

  return {
    name: 'stripe',
    url: address.url,
    books: () => summarizeAccount(account.state),
    async stop() {
      clearInterval(tickTimer);
      await app.close();
      await webhooks.stop();
      await account.settled();
    },
  };
}

function installFormParser(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 100_000 },
    (_request, body, done) => done(null, decodeForm(String(body))),
  );
}

function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler(async (error, _request, reply) => {
    if (error instanceof StripeApiError) {
      const answer = createErrorAnswer(error);
      return reply.code(answer.status).type('application/json').send(answer.body);
    }
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    return reply.code(status).send({
      error: { type: status < 500 ? 'invalid_request_error' : 'api_error', message: (error as Error).message },
    });
  });
  app.setNotFoundHandler(async (request, reply) =>
    reply.code(404).send({
      error: {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}).`,
      },
    }),
  );
}
