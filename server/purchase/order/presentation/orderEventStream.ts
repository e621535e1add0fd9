import { PassThrough } from 'node:stream';
import { orderNumber } from '@slipway/contract/entities/scalars.ts';
import { errors } from '@slipway/contract/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/http/appError.ts';
import type { Admission } from '../../../platform/http/gateway/admission.ts';
import { GATEWAY_PATH } from '../../../platform/http/gateway/gateway.ts';
import type { StreamSlots } from '../../../platform/http/limits/streamSlots.ts';
import type { Order } from '../order.ts';
import type { OrderChangeListener } from './orderChangeListener.ts';

const HEARTBEAT_MS = 15_000;

/** The order data that a stream sends. */
type StreamedOrder = Pick<Order, 'orderNo' | 'status' | 'exception' | 'eventSequence'>;

type FindOrder = (orderNo: string) => Promise<StreamedOrder | undefined>;

export type OrderEventStreamParts = {
  readonly findOrder: FindOrder;
  readonly orderChanges: OrderChangeListener;
  readonly admission: Admission;
  readonly slots: StreamSlots;
};

/**
 * `GET orderEvents?orderNo=`: sends the order's state, and again after each change, as server-sent events. The order's event
 * sequence is their id, so that `Last-Event-ID` resumes; changes in quick succession may be sent as one. They contain only
 * number, status, exception and sequence: the page requests the rest as the order's owner. A stream is refused like a call; a
 * page whose stream is refused polls its order.
 */
export function registerOrderEventStream(
  app: FastifyInstance,
  { findOrder, orderChanges, admission, slots }: OrderEventStreamParts,
): void {
  const streams = new Set<PassThrough>();
  // On shutdown the server closes its streams; their pages reconnect to another server.
  app.addHook('preClose', (done) => {
    for (const stream of streams) stream.end();
    done();
  });
  // Compression would buffer the events; a HEAD request would never end.
  app.get(`${GATEWAY_PATH}/orderEvents`, { compress: false, exposeHeadRoute: false }, async (request, reply) => {
    const caller = await admission.admit('orderEvents', request, reply);
    const orderNo = await admission
      .lookUpOrder(caller, () => requireOrderNo(findOrder, request))
      .catch(ignoreOrderNotFound);
    if (orderNo === undefined) return sendMissing(reply);
    const releaseSlot = await slots.take(caller.address);
    const stream = openStream(reply);
    streams.add(stream);
    const sendChange = createChangeSender(findOrder, orderNo, request, stream);
    const unsubscribe = orderChanges.subscribe(orderNo, sendChange);
    const heartbeat = setInterval(() => write(stream, ': alive\n\n'), HEARTBEAT_MS);
    stream.on('close', () => {
      streams.delete(stream);
      releaseSlot();
      unsubscribe();
      clearInterval(heartbeat);
    });
    // The headers are sent with the first bytes and show the page that it is connected.
    write(stream, ': open\n\n');
    sendChange();
    return reply.send(stream);
  });
}

async function requireOrderNo(findOrder: FindOrder, request: FastifyRequest): Promise<string> {
  const parsed = orderNumber.safeParse((request.query as Record<string, unknown>).orderNo);
  const order = parsed.success ? await findOrder(parsed.data) : undefined;
  if (!order) throw new AppError('order_not_found');
  return order.orderNo;
}

function ignoreOrderNotFound(error: unknown): undefined {
  if (error instanceof AppError && error.key === 'order_not_found') return undefined;
  throw error;
}

/** Sends status 404, unlike a call, since an EventSource cannot read an error in the body. */
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

/** Disconnects a client that does not read, since its data would accumulate in memory. The client can resume. */
function write(stream: PassThrough, text: string): void {
  if (!stream.destroyed && !stream.write(text)) stream.destroy();
}

/** Returns a function that sends the order's state if it is newer than what the client has received. */
function createChangeSender(
  findOrder: FindOrder,
  orderNo: string,
  request: FastifyRequest,
  stream: PassThrough,
): () => void {
  let sent = Number(request.headers['last-event-id'] ?? -1);
  const send = async () => {
    const present = await findOrder(orderNo);
    if (!present || present.eventSequence <= sent) return;
    const { status, exception, eventSequence: sequence } = present;
    sent = sequence;
    write(stream, `id: ${sequence}\ndata: ${JSON.stringify({ orderNo, status, exception, sequence })}\n\n`);
  };
  return () =>
    void send().catch((error: unknown) => request.log.warn({ error }, 'the change of an order could not be sent'));
}
