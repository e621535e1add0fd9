import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { answerError } from '../../../platform/http/errors/sendError.ts';
import { createAdmission } from '../../../platform/http/gateway/admission.ts';
import type { Caller } from '../../../platform/http/handlers.ts';
import { createSecurityHeaders, registerSecurityHeaders } from '../../../platform/http/headers/securityHeaders.ts';
import { callBudgets } from '../../../platform/http/limits/rateLimits.ts';
import { createStreamSlots } from '../../../platform/http/limits/streamSlots.ts';
import { registerOrderEventStream } from './orderEventStream.ts';

const ORDER = '7KQ2M4XD9TAB3';
const UNKNOWN = '7KQ2M4XD9TAB4';
const buildHeaders = createSecurityHeaders({
  acquirer: { scriptOrigins: [], frameOrigins: [], connectOrigins: [] },
  secure: true,
});

const servers: FastifyInstance[] = [];
afterEach(() => Promise.all(servers.splice(0).map((app) => app.close())));

function createResolved(): PromiseWithResolvers<void> {
  const now = Promise.withResolvers<void>();
  now.resolve();
  return now;
}

/** A server with one order; a header sets the caller's address. */
async function startServer(found = createResolved()) {
  const order = { orderNo: ORDER, status: 'converting' as const, exception: 'none' as const, eventSequence: 4 };
  const lookUps: string[] = [];
  const listeners = new Set<(sequence: number) => void>();
  const readers = {
    read: ({ ip }: { ip: string }) => ({ address: ip }) as Caller,
    withSession: async (caller: Caller) => caller,
    isBanned: ({ address }: Caller) => address === '203.0.113.66',
  };
  const app = fastify({ trustProxy: true, forceCloseConnections: true });
  app.decorateReply('respCode', '');
  app.setErrorHandler(answerError);
  registerSecurityHeaders(app, buildHeaders);
  registerOrderEventStream(app, {
    findOrder: async (orderNo) => {
      lookUps.push(orderNo);
      await found.promise;
      return orderNo === ORDER ? order : undefined;
    },
    orderChanges: {
      subscribe(_orderNo, listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      stop: async () => {},
    },
    admission: createAdmission(readers, { enabled: true }),
    slots: createStreamSlots({ mostOfClient: 2, mostOfAll: 3 }),
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  servers.push(app);
  const buildUrl = (orderNo: string) => `${origin}/gateway/buying/orderEvents?orderNo=${orderNo}`;
  return {
    order,
    listeners,
    lookUps,
    url: buildUrl(ORDER),
    async openStream(address: string, orderNo = ORDER) {
      const leaving = new AbortController();
      const answer = await fetch(buildUrl(orderNo), {
        headers: { 'x-forwarded-for': address },
        signal: leaving.signal,
      });
      return { answer, status: answer.status, leave: () => leaving.abort() };
    },
  };
}

/** Returns a reader that resolves with the text up to the end of the next message. */
function createMessageReader({ body }: Response): () => Promise<string> {
  const texts = (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
  return async () => {
    let text = '';
    while (!text.endsWith('}\n\n')) text += (await texts.read()).value ?? '';
    return text;
  };
}

describe('an order’s event stream', () => {
  test('sends the current state and each change, with the usual response headers', async () => {
    const { order, listeners, openStream } = await startServer();
    const { answer } = await openStream('203.0.113.7');
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...buildHeaders('/gateway/buying/orderEvents'),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    });
    const next = createMessageReader(answer);
    expect(await next()).toContain(`id: 4\ndata: {"orderNo":"${ORDER}","status":"converting"`);
    order.eventSequence = 5;
    for (const listener of listeners) listener(5);
    expect(await next()).toContain('id: 5\n');
  });

  test('is refused to a banned caller, like a call', async () => {
    const { answer } = await (await startServer()).openStream('203.0.113.66');
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(await answer.json()).toMatchObject({ respCode: '5001' });
  });

  test('uses a slot of its network and of the server until the client disconnects', async () => {
    const { openStream, listeners } = await startServer();
    const first = await openStream('2001:db8::1');
    await openStream('2001:db8::2');
    const third = await openStream('2001:db8::3');
    expect([third.status, third.answer.headers.get('retry-after')]).toEqual([429, '30']);
    expect((await openStream('203.0.113.7')).status).toBe(200);
    expect((await openStream('203.0.113.8')).status).toBe(429);

    first.leave();
    await expect.poll(() => listeners.size).toBe(2);
    expect((await openStream('2001:db8::4')).status).toBe(200);
  });
});

test('answers HEAD with 404, and keeps no listener for a client that disconnects early', async () => {
  const found = Promise.withResolvers<void>();
  const { url, openStream, listeners, lookUps } = await startServer(found);
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(404);
  const leaving = new AbortController();
  const ended = expect(fetch(url, { signal: leaving.signal })).rejects.toThrow('aborted');
  await expect.poll(() => lookUps).toEqual([ORDER]);
  leaving.abort();
  await ended;
  found.resolve();
  const { answer } = await openStream('203.0.113.7');
  await createMessageReader(answer)();
  await expect.poll(() => listeners.size).toBe(1);
});

test('limits requests for unknown order numbers per network', async () => {
  const { openStream } = await startServer();
  const tries = await Promise.all(Array.from({ length: 31 }, () => openStream('2001:db8::7', UNKNOWN)));
  expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([404]));
  const next = await openStream('2001:db8::8');
  expect(next.status).toBe(429);
  expect(Number(next.answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await openStream('2001:db8:0:1::7', UNKNOWN)).status).toBe(404);
});

test('limits the streams that a client opens in a minute', async () => {
  const { openStream } = await startServer();
  const most = callBudgets.get('orderEvents')?.points ?? 0;
  await Promise.all(Array.from({ length: most }, () => openStream('203.0.113.66')));
  expect((await openStream('203.0.113.66')).status).toBe(429);
});
