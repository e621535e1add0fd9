import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createWebhookExample } from '@slipway/contract/webhookEvents.ts';
import type { FastifyInstance } from 'fastify';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findCodeBlock } from '../../tools/integrate/codeBlocks.testing.ts';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const event = createWebhookExample('order.delivered');
// A handler that parses the body and serializes it again would change its spaces and its escape sequence, so that the signature
// would not match.
const body = JSON.stringify(event, null, 2).replace('cart 17', String.raw`f\u00fcr 17 €`);

function signedHeaders(at = new Date()): Record<string, string> {
  return {
    'content-type': 'application/json',
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign('evt_1', at, body),
  };
}

type Handler = {
  post(body: string, headers: Record<string, string>): Promise<{ readonly status: number; readonly text: string }>;
  stop(): Promise<void>;
};

async function postTo(server: Server): Promise<Handler> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    async post(sent, headers) {
      const answer = await fetch(`http://127.0.0.1:${port}/slipway`, { method: 'POST', body: sent, headers });
      return { status: answer.status, text: await answer.text() };
    },
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

/** Serves the module of each section of the webhooks page. */
const handlers: Readonly<Record<string, (module: Readonly<Record<string, unknown>>) => Promise<Handler>>> = {
  Express: async ({ app }) => postTo(createServer(app as RequestListener)),
  async Fastify({ app }) {
    const server = app as FastifyInstance;
    return {
      async post(payload, headers) {
        const answer = await server.inject({ method: 'POST', url: '/slipway', payload, headers });
        return { status: answer.statusCode, text: answer.body };
      },
      stop: async () => server.close(),
    };
  },
  async 'Next.js'({ POST }) {
    return {
      async post(sent, headers) {
        const request = new Request('https://shop.example/slipway', { method: 'POST', body: sent, headers });
        const answer = await (POST as (request: Request) => Promise<Response>)(request);
        return { status: answer.status, text: await answer.text() };
      },
      stop: async () => undefined,
    };
  },
};

let folder: string;
beforeEach(async () => {
  vi.stubEnv('SLIPWAY_WEBHOOK_SECRET', SECRET);
  // The folder is inside the project, so that the modules' imports resolve.
  const parent = join(import.meta.dirname, '../node_modules/.cache');
  await mkdir(parent, { recursive: true });
  folder = await mkdtemp(join(parent, 'handlers-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

describe.each(Object.keys(handlers))('the documented handler for %s', (heading) => {
  test('processes an event once and rejects a request with an invalid signature', async () => {
    const logged = vi.spyOn(console, 'log').mockReturnValue(undefined);
    await writeFile(join(folder, 'processEvent.ts'), findCodeBlock('webhooks', 'ts', 'Webhooks'));
    await writeFile(join(folder, 'handler.ts'), findCodeBlock('webhooks', 'ts', heading));
    const module = (await import(join(folder, 'handler.ts'))) as Readonly<Record<string, unknown>>;
    const handler = await handlers[heading]?.(module);
    if (!handler) throw new Error('there is no handler');
    try {
      expect(await handler.post(body, signedHeaders())).toEqual({ status: 204, text: '' });
      expect(await handler.post(body, signedHeaders())).toEqual({ status: 204, text: '' });
      expect(logged).toHaveBeenCalledExactlyOnceWith(` was delivered by ${event.data.transactionId}`);
      const forged = body.replace('100.00', '900.00');
      expect(await handler.post(forged, signedHeaders())).toEqual({ status: 400, text: 'signature_wrong' });
      expect(await handler.post(body, signedHeaders(new Date(0)))).toMatchObject({ text: 'timestamp_out_of_range' });
      expect(await handler.post(body, { 'content-type': 'application/json' })).toMatchObject({ status: 400 });
    } finally {
      await handler.stop();
      logged.mockRestore();
    }
  });
});
