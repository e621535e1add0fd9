import { PassThrough } from 'node:stream';
import { orderNumber } from '@slipway/contract/entities/scalars.ts';
import { errors } from '@slipway/contract/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Admission } from '../../platform/http/admission.ts';
import { AppError } from '../../platform/http/appError.ts';
import { GATEWAY_PATH } from '../../platform/http/gateway.ts';
import type { StreamSlots } from '../../platform/http/streamSlots.ts';
import type { Order } from './order.ts';
import type { OrderNews } from './orderNews.ts';

const HEARTBEAT_MS = 15_000;

/** What a stream tells of its order. */
type ToldOrder = Pick<Order, 'orderNo' | 'status' | 'exception' | 'eventSequence'>;

type FindOrder = (orderNo: string) => Promise<ToldOrder | undefined>;

export type OrderEventsParts = {
  readonly findOrder: FindOrder;
  readonly news: OrderNews;
  readonly admission: Admission;
  readonly slots: StreamSlots;
};

/**
 * `GET orderEvents?orderNo=`: server-sent events, one for each change, with the event's sequence as id so that
 * `Last-Event-ID` resumes. They say only the bare status: what else there is, the page asks for as its owner.
 * Refused as calls are; a page that is refused asks for its order from time to time.
 */
export function registerOrderEvents(
  app: FastifyInstance,
  { findOrder, news, admission, slots }: OrderEventsParts,
): void {
  const streams = new Set<PassThrough>();
  // The server ends when its streams do; their pages open others at the next server.
  app.addHook('preClose', (done) => {
    for (const stream of streams) stream.end();
    done();
  });
  // Compressed, a stream would hold its events back; asked for its head alone, it would never end.
  app.get(`${GATEWAY_PATH}/orderEvents`, { compress: false, exposeHeadRoute: false }, async (request, reply) => {
    const caller = await admission.admit('orderEvents', request, reply);
    const orderNo = await admission.lookingUpOrder(caller, () => requireOrderNo(findOrder, request)).catch(asMissing);
    if (orderNo === undefined) return sendMissing(reply);
    const leave = await slots.take(caller.address);
    const stream = openStream(reply);
    streams.add(stream);
    const sendNews = newsSender(findOrder, orderNo, request, stream);
    const unsubscribe = news.subscribe(orderNo, sendNews);
    const heartbeat = setInterval(() => write(stream, ': alive\n\n'), HEARTBEAT_MS);
    stream.on('close', () => {
      streams.delete(stream);
      leave();
      unsubscribe();
      clearInterval(heartbeat);
    });
    // The head goes with the first bytes, and by it the page knows that it is connected.
    write(stream, ': open\n\n');
    sendNews();
    return reply.send(stream);
  });
}

async function requireOrderNo(findOrder: FindOrder, request: FastifyRequest): Promise<string> {
  const parsed = orderNumber.safeParse((request.query as Record<string, unknown>).orderNo);
  const order = parsed.success ? await findOrder(parsed.data) : undefined;
  if (!order) throw new AppError('order_not_found');
  return order.orderNo;
}

function asMissing(error: unknown): undefined {
  if (error instanceof AppError && error.key === 'order_not_found') return undefined;
  throw error;
}

/** A 404, unlike a call's: what opens a stream reads no envelope. */
function sendMissing(reply: FastifyReply) {
  const { respCode, text } = errors.order_not_found;
  reply.respCode = respCode;
  return reply.code(404).send({ respCode, respMessage: text, data: null });
}

function openStream(reply: FastifyReply): PassThrough {
  void reply
    .type('text/event-stream; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  return new PassThrough();
}

/** A client that does not read is left: what is written to it would pile up here. It may resume. */
function write(stream: PassThrough, text: string): void {
  if (!stream.destroyed && !stream.write(text)) stream.destroy();
}

/** Sends what is new of an order since what the client has seen. */
function newsSender(findOrder: FindOrder, orderNo: string, request: FastifyRequest, stream: PassThrough): () => void {
  let sent = Number(request.headers['last-event-id'] ?? -1);
  const send = async () => {
    const present = await findOrder(orderNo);
    if (!present || present.eventSequence <= sent) return;
    const { status, exception, eventSequence: sequence } = present;
    sent = sequence;
    write(stream, `id: ${sequence}\ndata: ${JSON.stringify({ orderNo, status, exception, sequence })}\n\n`);
  };
  return () => void send().catch((error: unknown) => request.log.warn({ error }, 'order events'));
}
