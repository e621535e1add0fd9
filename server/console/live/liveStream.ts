import { PassThrough } from 'node:stream';
import { tabId } from '@slipway/contract/entities/console/consoleDesk.ts';
import { roles } from '@slipway/contract/entities/roles.ts';
import type { FastifyInstance } from 'fastify';
import type { ConsoleContext } from '../consoleContext.ts';
import { CONSOLE_GATEWAY_PATH, identifyVisitor, requireCaller } from '../gateway/consoleGateway.ts';
import { authenticateSession } from '../session/authenticateSession.ts';
import { ANY_ORDER, type ChangeFeed, type ChangeMessage } from './changeFeed.ts';
import { createPresenceLeases } from './presenceLeases.ts';

/** How often the listener's session is checked. */
const SESSION_CHECK_MS = 5_000;
const MOST_STREAMS = 200;

/**
 * `GET live`: server-sent events, one per second, with the numbers of changed orders, the versions of changed lists and the
 * server's time. Events carry no contents; clients fetch those with their own rights. The stream renews the presence of its tab
 * (`?tab=`) while the client is connected.
 */
export function registerLiveStream(app: FastifyInstance, context: ConsoleContext, feed: ChangeFeed): void {
  const streams = new Set<PassThrough>();
  const presence = createPresenceLeases(context.database, context.log);
  app.addHook('preClose', (done) => {
    for (const stream of streams) stream.end();
    done();
  });
  app.addHook('onClose', () => presence.stop());
  app.get(`${CONSOLE_GATEWAY_PATH}/live`, { compress: false, exposeHeadRoute: false }, async (request, reply) => {
    const visitor = await identifyVisitor(context, request, reply);
    requireCaller({ roles }, visitor);
    if (streams.size >= MOST_STREAMS) return reply.code(503).header('retry-after', '10').send();
    const stream = new PassThrough();
    streams.add(stream);
    const send = async ({ orders, topics }: ChangeMessage) => {
      const now = (await context.database.now()).toISOString();
      write(stream, `data: ${JSON.stringify({ now, orders, topics })}\n\n`);
    };
    const receive = (message: ChangeMessage) => void send(message).catch(() => stream.end());
    const tab = tabId.safeParse((request.query as Readonly<Record<string, unknown>>)['tab']);
    const releasePresence = tab.success
      ? presence.hold({ tab: tab.data, person: visitor.person.name })
      : () => undefined;
    const unsubscribe = feed.subscribe(receive);
    const sessionCheck = setInterval(() => {
      void authenticateSession(context, visitor.cookie).then(
        ({ person, isLocked }) => {
          if (!person && !isLocked) stream.end();
        },
        () => stream.end(),
      );
    }, SESSION_CHECK_MS);
    stream.on('close', () => {
      streams.delete(stream);
      unsubscribe();
      releasePresence();
      clearInterval(sessionCheck);
    });
    void reply
      .type('text/event-stream; charset=utf-8')
      .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    // A client that reconnects does not know what changed meanwhile.
    receive({ orders: [], topics: { ...feed.versions(), orders: ANY_ORDER } });
    return reply.send(stream);
  });
}

/** Writes to a stream, or disconnects a client that does not read, so that its buffer does not grow. */
function write(stream: PassThrough, text: string): void {
  if (!stream.destroyed && !stream.write(text)) stream.destroy();
}
