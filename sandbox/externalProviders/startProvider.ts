import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import type { SendCoins } from '../exchanges/krakenFunding.ts';
import { openBooks } from '../world/books.ts';
import type { StandIn, World } from '../world/standIn.ts';
import { createWebhookSender } from '../world/webhookSender.ts';
import { createPurchaseStore, EMPTY_PURCHASES, type Purchase, type PurchaseStore } from './purchaseStore.ts';

/** A stand-in of an external provider, with its purchases, which tests can control. */
export type ProviderStandIn = StandIn & { readonly purchases: PurchaseStore };

export type WebhookMessage = { readonly body: string; readonly headers: () => Record<string, string> };

export type ProviderContext = {
  readonly world: World;
  readonly purchases: PurchaseStore;
  /** Returns the stand-in's address, which is known only after it listens. */
  readonly url: () => string;
};

export type ProviderProtocol = {
  readonly id: string;
  /** Registers the vendor's API and its checkout. Form bodies arrive as objects, like JSON bodies. */
  readonly routes: (app: FastifyInstance, parts: ProviderContext) => void;
  /** Returns the webhook about a purchase's change; undefined if the vendor sends none. */
  readonly announce: (purchase: Purchase) => WebhookMessage | undefined;
  /** Path below the product's address for the webhooks of purchases without a webhook address. */
  readonly webhookPath: string;
};

const FORGED_HEADER = { 'x-forged': 'yes' };

/** Starts an external provider's stand-in with the vendor's protocol. Port 0 takes any free one. */
export async function startProvider(
  { id, routes, announce, webhookPath }: ProviderProtocol,
  world: World,
  port: number,
  send: SendCoins,
): Promise<ProviderStandIn> {
  const books = openBooks(join(world.dataDir, `${id}.json`), structuredClone(EMPTY_PURCHASES));
  const webhooks = createWebhookSender(id, world.faults);
  let url = '';

  function notify(purchase: Purchase): void {
    const announcement = announce(purchase);
    if (!announcement) return;
    const to = { url: purchase.webhookUrl ?? `${world.productUrl}${webhookPath}`, subject: purchase.reference };
    if (world.faults.take(id, ['webhook_forged'], 'webhook', purchase.reference))
      webhooks.send({ ...forgeMessage(announcement, purchase), ...to });
    webhooks.send({ ...announcement, ...to });
  }

  const purchases = createPurchaseStore(books, world, send, notify);
  const app = fastify({ forceCloseConnections: true });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.get('/api/books', async () => books.state);
  routes(app, { world, purchases, url: () => url });
  const bound = await app.listen({ host: '127.0.0.1', port });
  url = `http://localhost:${new URL(bound).port}`;

  return {
    name: id,
    url,
    purchases,
    books: () => books.state,
    async stop() {
      await purchases.stop();
      await webhooks.stop();
      await app.close();
      await books.settled();
    },
  };
}

/** Signatures in headers, in hexadecimal or base64. */
const HEADER_SIGNATURE = /[\w+/]{60,}={0,2}/g;
/** The signature part of a token within the body. */
const TOKEN_SIGNATURE = /(?<=\.)[\w-]{43}(?=")/g;

/** Returns the same webhook with an invalid signature and another status. */
function forgeMessage({ body, headers }: WebhookMessage, { stage }: Purchase): WebhookMessage {
  const replaceSignature = (text: string) => text.replaceAll(HEADER_SIGNATURE, ({ length }) => '0'.repeat(length));
  return {
    body: body.replaceAll(stage, 'completed').replaceAll(TOKEN_SIGNATURE, '0'.repeat(43)),
    headers: () => ({
      ...Object.fromEntries(Object.entries(headers()).map(([name, value]) => [name, replaceSignature(value)])),
      ...FORGED_HEADER,
    }),
  };
}
