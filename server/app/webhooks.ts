import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { insertMessage } from '../platform/inbox/inboxStore.ts';
import type { JobQueue } from '../platform/jobs/jobQueue.ts';
import type { WebhookVerifier } from '../providers/webhook.ts';

/** The job that reads one message of the inbox; its subject is the message's id. */
export const HANDLE_MESSAGE = 'handle_webhook';

export type WebhookProviders = Readonly<Record<string, WebhookVerifier>>;

/**
 * `POST /webhooks/{provider}`, or `/webhooks/{provider}/{path}` where the provider's address carries our order's number:
 * verify the raw bytes, store them, answer; a job asks the provider for the truth later.
 * What could not be stored is answered with a 5xx, so that the provider sends it again.
 */
export function registerWebhooks(
  app: FastifyInstance,
  providers: WebhookProviders,
  context: { database: Database; jobs: JobQueue },
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    for (const [provider, verify] of Object.entries(providers)) {
      scope.post<{ Params: { path?: string } }>(`/webhooks/${provider}/:path?`, async (request, reply) => {
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const hint = verify(rawBody, request.headers, request.params.path || undefined);
        if (!hint) {
          request.log.warn({ provider }, 'a webhook was not verified');
          return reply.code(400).send({ error: 'not verified' });
        }
        await context.database.transaction(async (transaction) => {
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
