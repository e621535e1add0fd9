import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { getRequestAddress } from '../../platform/http/getRequestAddress.ts';
import {
  type Budget,
  createBudgets,
  type RateLimitSettings,
  requireWithinLimit,
  toRateLimitClient,
} from '../../platform/http/limits/rateLimits.ts';
import { insertInboxMessage } from '../../platform/inbox/inboxStore.ts';
import type { JobQueue } from '../../platform/jobs/jobQueue.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { WebhookVerifier } from '../../providers/webhook.ts';

/** The effect of the job that reads an inbox message; its subject is the message's id. */
export const HANDLE_MESSAGE = 'handle_webhook';

export type WebhookProviders = Readonly<Record<string, WebhookVerifier>>;

/** Per client and minute. Verified messages never count: a vendor may send any number at once. */
const UNVERIFIED_BUDGET = { unverified: { points: 60, seconds: 60, shared: 'first' } } satisfies Record<string, Budget>;

export type WebhookContext = {
  readonly database: Database;
  readonly jobs: JobQueue;
  readonly metrics: Pick<Metrics, 'countUnverifiedWebhook'>;
  /** Limits by which a client with too many unverified messages has to wait. */
  readonly limitsUnverified: RateLimitSettings;
};

/**
 * Registers `POST /webhooks/{provider}`, or `/webhooks/{provider}/{path}` if the provider's address contains the order's
 * number. A verified message is stored, unless it is already stored, with a job that queries the provider later. An unverified
 * one is refused. If storing fails, the answer is a 5xx, so that the provider sends the message again.
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
          const client = toRateLimitClient(getRequestAddress(request));
          requireWithinLimit(await budgets.take('unverified', client));
          request.log.warn({ provider, client }, 'a webhook was not verified');
          return reply.code(400).send({ error: 'not verified' });
        }
        await context.database.repeatableTransaction(async (transaction) => {
          const id = await insertInboxMessage(transaction, { provider, ...hint, rawBody });
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
