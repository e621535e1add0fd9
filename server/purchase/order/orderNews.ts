import { orderNumber } from '@slipway/contract/entities/scalars.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { listenToChannel } from '../../platform/database/listenToChannel.ts';
import { GATEWAY_PATH } from '../../platform/http/gateway.ts';
import type { Log } from '../../platform/log/log.ts';
import { findOrder } from './orderStore.ts';

const CHANNEL = 'order_events';
const HEARTBEAT_MS = 15_000;

type Listener = (sequence: number) => void;

/** Hears of every order's changes, whichever process made them, over one connection. */
export type OrderNews = {
  subscribe(orderNo: string, listener: Listener): () => void;
  stop(): Promise<void>;
};

export function listenToOrders(databaseUrl: string, log: Log): OrderNews {
  const listeners = new Map<string, Set<Listener>>();
  const subscription = listenToChannel(databaseUrl, CHANNEL, log, {
    heard(payload) {
      const [orderNo = '', sequence = '0'] = payload.split(' ');
      for (const listener of listeners.get(orderNo) ?? []) listener(Number(sequence));
    },
    // What was missed meanwhile is found by asking again.
    connected() {
      for (const set of listeners.values()) for (const listener of set) listener(Number.MAX_SAFE_INTEGER);
    },
  });

  return {
    subscribe(orderNo, listener) {
      const set = listeners.get(orderNo) ?? new Set();
      listeners.set(orderNo, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(orderNo);
      };
    },
    stop: () => subscription.stop(),
  };
}

/**
 * `GET orderEvents?orderNo=`: server-sent events, one for each change, with the event's sequence as id so that
 * `Last-Event-ID` resumes. They say only the bare status: what else there is, the page asks for as its owner.
 */
export function registerOrderEvents(
  app: FastifyInstance,
  { database, news }: { database: Database; news: OrderNews },
): void {
  app.get(`${GATEWAY_PATH}/orderEvents`, async (request, reply) => {
    const parsed = orderNumber.safeParse((request.query as Record<string, unknown>).orderNo);
    const order = parsed.success ? await findOrder(database, parsed.data) : undefined;
    if (!order) return reply.code(404).send({ respCode: '509', respMessage: 'There is no such order.', data: null });

    let sent = Number(request.headers['last-event-id'] ?? -1);
    reply.hijack();
    const stream = reply.raw;
    stream.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });

    const sendNews = async () => {
      const present = await findOrder(database, order.orderNo);
      if (!present || present.eventSequence <= sent) return;
      sent = present.eventSequence;
      const data = JSON.stringify({
        orderNo: present.orderNo,
        status: present.status,
        exception: present.exception,
        sequence: sent,
      });
      stream.write(`id: ${sent}\ndata: ${data}\n\n`);
    };
    const sendSafely = () => void sendNews().catch((error: unknown) => request.log.warn({ error }, 'order events'));

    const unsubscribe = news.subscribe(order.orderNo, sendSafely);
    const heartbeat = setInterval(() => stream.write(': alive\n\n'), HEARTBEAT_MS);
    request.raw.on('close', () => {
      unsubscribe();
      clearInterval(heartbeat);
    });
    sendSafely();
  });
}
