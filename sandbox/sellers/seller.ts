import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import type { SendCoins } from '../exchanges/krakenFunding.ts';
import { openBooks } from '../world/books.ts';
import type { StandIn, World } from '../world/standIn.ts';
import { createWebhookSender } from '../world/webhookSender.ts';
import { type Counter, createCounter, EMPTY_COUNTER, type Purchase } from './counter.ts';

/** A stand-in that sells coins itself, and what a test may do to it. */
export type SellerStandIn = StandIn & { readonly counter: Counter };

export type Announcement = { readonly body: string; readonly headers: () => Record<string, string> };

export type SellerParts = {
  readonly world: World;
  readonly counter: Counter;
  /** Where the stand-in listens; known when the first request comes. */
  readonly url: () => string;
};

export type SellerProtocol = {
  readonly id: string;
  /** The vendor's API and its checkout. Bodies of forms are read; JSON as fastify does. */
  readonly routes: (app: FastifyInstance, parts: SellerParts) => void;
  /** What a change of a purchase is announced with; undefined: it is not announced. */
  readonly announce: (purchase: Purchase) => Announcement | undefined;
  /** Where announcements go that the purchase has no address for, from the product's address on. */
  readonly webhookPath: string;
};

const FORGED_KEY = { 'x-forged': 'yes' };

/** Any seller: its own protocol over one counter. Port 0 takes any free one. */
export async function startSeller(
  { id, routes, announce, webhookPath }: SellerProtocol,
  world: World,
  port: number,
  send: SendCoins,
): Promise<SellerStandIn> {
  const books = openBooks(join(world.dataDir, `${id}.json`), structuredClone(EMPTY_COUNTER));
  const webhooks = createWebhookSender(id, world.faults);
  let url = '';

  function tell(purchase: Purchase): void {
    const announcement = announce(purchase);
    if (!announcement) return;
    const to = { url: purchase.webhookUrl ?? `${world.productUrl}${webhookPath}`, subject: purchase.reference };
    if (world.faults.take(id, ['webhook_forged'], 'webhook', purchase.reference))
      webhooks.send({ ...forged(announcement, purchase), ...to });
    webhooks.send({ ...announcement, ...to });
  }

  const counter = createCounter(books, world, send, tell);
  const app = fastify({ forceCloseConnections: true });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.get('/api/books', async () => books.state);
  routes(app, { world, counter, url: () => url });
  const bound = await app.listen({ host: '127.0.0.1', port });
  url = `http://localhost:${new URL(bound).port}`;

  return {
    name: id,
    url,
    counter,
    books: () => books.state,
    async stop() {
      await counter.stop();
      await webhooks.stop();
      await app.close();
      await books.settled();
    },
  };
}

/** Signatures as headers have them, in hexadecimal or base64. */
const HEADER_SIGNATURE = /[\w+/]{60,}={0,2}/g;
/** The last part of a token that is signed within the body. */
const TOKEN_SIGNATURE = /(?<=\.)[\w-]{43}(?=")/g;

/** The same announcement with a signature that nobody made, and another word. */
function forged({ body, headers }: Announcement, { stage }: Purchase): Announcement {
  const spoilt = (text: string) => text.replaceAll(HEADER_SIGNATURE, ({ length }) => '0'.repeat(length));
  return {
    body: body.replaceAll(stage, 'completed').replaceAll(TOKEN_SIGNATURE, '0'.repeat(43)),
    headers: () => ({
      ...Object.fromEntries(Object.entries(headers()).map(([name, value]) => [name, spoilt(value)])),
      ...FORGED_KEY,
    }),
  };
}
