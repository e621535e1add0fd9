import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import {
  type Budget,
  clientOfAddress,
  createBudgets,
  type RateLimitSettings,
  requireWithin,
} from '../platform/http/rateLimits.ts';
import { requestAddress } from '../platform/http/requestAddress.ts';
import { insertMessage } from '../platform/inbox/inboxStore.ts';
import type { JobQueue } from '../platform/jobs/jobQueue.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { WebhookVerifier } from '../providers/webhook.ts';

/** The job that reads one message of the inbox; its subject is the message's id. */
export const HANDLE_MESSAGE = 'handle_webhook';

export type WebhookProviders = Readonly<Record<string, WebhookVerifier>>;

/** Of a client a minute. What is verified never counts: a vendor may send as many at once as it has. */
const UNVERIFIED_BUDGET = { unverified: { points: 60, seconds: 60, shared: 'first' } } satisfies Record<string, Budget>;

export type WebhookContext = {
  readonly database: Database;
  readonly jobs: JobQueue;
  readonly metrics: Pick<Metrics, 'countUnverifiedWebhook'>;
  /** Whether a client with too many that are not verified is told to wait. */
  readonly limitsUnverified: RateLimitSettings;
};

/**
 * `POST /webhooks/{provider}`, or `/webhooks/{provider}/{path}` where the provider's address carries our order's number:
 * verify the raw bytes, store them, answer; a job asks the provider for the truth later.
 * What could not be stored is answered with a 5xx, so that the provider sends it again.
 */
export function registerWebhooks(app: FastifyInstance, providers: WebhookProviders, context: WebhookContext): void {
  const budgets = createBudgets(UNVERIFIED_BUDGET, context.limitsUnverified);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    for (const [provider, verify] of Object.entries(providers)) {
      scope.post<{ Params: { path?: string } }>(`/webhooks/${provider}/:path?`, async (request, reply) => {
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const hint = verify(rawBody, request.headers, request.params.path || undefined);
        if (!hint) {
          context.metrics.countUnverifiedWebhook(provider);
          const client = clientOfAddress(requestAddress(request));
          requireWithin(await budgets.take('unverified', client));
          request.log.warn({ provider, client }, 'a webhook was not verified');
          return reply.code(400).send({ error: 'not verified' });
        }
        await context.database.repeatableTransaction(async (transaction) => {
          const id = await insertMessage(transaction, { provider, ...hint, rawBody });
          if (id === undefined) return;
          await context.jobs.send(transaction, {
            effect: HANDLE_MESSAGE,
            orderId: 0,
            subject: String(id),
            cause: provider,
          });
        });
        return reply.code(200).send({ received: true });
      });
    }
  });
}
