import { createECDH, randomBytes } from 'node:crypto';
import fastify, { type FastifyRequest } from 'fastify';
import { installTransportFaults } from '../world/faults.ts';
import type { StandIn, World } from '../world/standIn.ts';
import { type BrowserKeys, decryptPush } from './decryptPush.ts';
import { findVapidError } from './vapid.ts';

/** A decrypted message as received by a browser. */
export type ReceivedPush = {
  readonly payload: string;
  readonly topic: string | undefined;
  readonly urgency: string | undefined;
  readonly retentionSeconds: number;
};

type Browser = BrowserKeys & {
  readonly applicationKey: string;
  readonly received: ReceivedPush[];
  /** The service's status code after the subscription has ended. */
  ended: 404 | 410 | undefined;
};

export type PushStandIn = StandIn & {
  /** Creates a browser's subscription in the form of PushManager.subscribe. */
  subscribe(applicationKey: string): {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  /** Ends the subscription. */
  end(endpoint: string, answer: 404 | 410): void;
  /** Returns the received messages, oldest first. */
  received(endpoint: string): readonly ReceivedPush[];
};

const MAXIMUM_BYTES = 4_096;

/** Starts a push service (RFC 8030) together with its browsers. Port 0 takes any free one. */
export async function startPush(world: Pick<World, 'faults'>, port: number): Promise<PushStandIn> {
  const browsers = new Map<string, Browser>();
  const app = fastify({ logger: false, forceCloseConnections: true, bodyLimit: MAXIMUM_BYTES });
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  installTransportFaults(app, 'push', world.faults);
  app.post<{ Params: { id: string } }>('/push/:id', async (request, reply) => {
    const browser = browsers.get(request.params.id);
    if (!browser || browser.ended) return reply.code(browser?.ended ?? 404).send();
    const fault = findRequestError(request, browser, url);
    if (fault) return reply.code(fault.status).send(fault.reason);
    const { topic, urgency, ttl } = request.headers;
    browser.received.push({
      payload: decryptPush(request.body as Buffer, browser),
      topic: readHeader(topic),
      urgency: readHeader(urgency),
      retentionSeconds: Number(ttl),
    });
    return reply.code(201).header('location', `${url}/message/${browser.received.length}`).send();
  });
  const url = await app.listen({ host: '127.0.0.1', port });
  const findBrowser = (endpoint: string): Browser => {
    const browser = browsers.get(endpoint.slice(endpoint.lastIndexOf('/') + 1));
    if (!browser) throw new Error(`no browser has subscribed at ${endpoint}`);
    return browser;
  };
  return {
    name: 'push',
    url,
    books: () => ({ browsers: [...browsers.values()].map(({ received, ended }) => ({ received, ended })) }),
    stop: () => app.close(),
    subscribe(applicationKey) {
      const own = createECDH('prime256v1');
      own.generateKeys();
      const auth = randomBytes(16);
      const id = randomBytes(16).toString('base64url');
      browsers.set(id, { own, auth, applicationKey, received: [], ended: undefined });
      const keys = { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') };
      return { endpoint: `${url}/push/${id}`, keys };
    },
    end(endpoint, answer) {
      findBrowser(endpoint).ended = answer;
    },
    received: (endpoint) => findBrowser(endpoint).received,
  };
}

/** Returns a request's violation of RFC 8030 or 8292, with the HTTP status of the answer; undefined for a valid request. */
function findRequestError(
  { headers }: FastifyRequest,
  { applicationKey }: Browser,
  origin: string,
): { readonly status: number; readonly reason: string } | undefined {
  if (!/^\d{1,7}$/.test(String(headers['ttl']))) return { status: 400, reason: 'TTL is missing' };
  if (headers['content-encoding'] !== 'aes128gcm') return { status: 415, reason: 'the encoding is unknown' };
  if (headers['topic'] !== undefined && !/^[\w-]{1,32}$/.test(String(headers['topic'])))
    return { status: 400, reason: 'the topic is invalid' };
  const fault = findVapidError(headers.authorization ?? '', { origin, key: applicationKey, now: new Date() });
  return fault === undefined ? undefined : { status: 403, reason: fault };
}

function readHeader(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
