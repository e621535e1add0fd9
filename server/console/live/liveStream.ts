import { PassThrough } from 'node:stream';
import { tabId } from '@slipway/contract/entities/consoleDesk.ts';
import { roles } from '@slipway/contract/entities/roles.ts';
import type { FastifyInstance } from 'fastify';
import type { ConsoleContext } from '../consoleContext.ts';
import { CONSOLE_GATEWAY_PATH, requireMayAsk, visitorOf } from '../gateway/consoleGateway.ts';
import { admitPerson } from '../session/admitPerson.ts';
import { ANY_ORDER, type LiveNews, type News } from './liveNews.ts';
import { createPresenceLeases } from './presenceLeases.ts';

/** How often it is looked whether who listens is still in. */
const ADMIT_EVERY_MS = 5_000;
const MOST_STREAMS = 200;

/**
 * `GET live`: server-sent events, one a second, with the ids and versions of what has changed and the server's time. It says
 * nothing of what is in them: that is asked for, as whoever asks may see it. While it lasts, what its tab (`?tab=`) has open is
 * kept up for others to see.
 */
export function registerLiveStream(app: FastifyInstance, context: ConsoleContext, news: LiveNews): void {
  const streams = new Set<PassThrough>();
  const presence = createPresenceLeases(context.database, context.log);
  app.addHook('preClose', (done) => {
    for (const stream of streams) stream.end();
    done();
  });
  app.addHook('onClose', () => presence.stop());
  app.get(`${CONSOLE_GATEWAY_PATH}/live`, { compress: false, exposeHeadRoute: false }, async (request, reply) => {
    const visitor = await visitorOf(context, request, reply);
    requireMayAsk({ roles }, visitor);
    if (streams.size >= MOST_STREAMS) return reply.code(503).header('retry-after', '10').send();
    const stream = new PassThrough();
    streams.add(stream);
    const tell = async ({ orders, topics }: News) => {
      const now = (await context.database.now()).toISOString();
      write(stream, `data: ${JSON.stringify({ now, orders, topics })}\n\n`);
    };
    const hear = (heard: News) => void tell(heard).catch(() => stream.end());
    const tab = tabId.safeParse((request.query as Readonly<Record<string, unknown>>)['tab']);
    const letGo = tab.success ? presence.hold({ tab: tab.data, person: visitor.person.name }) : () => undefined;
    const unsubscribe = news.subscribe(hear);
    const admitting = setInterval(() => {
      void admitPerson(context, visitor.cookie).then(
        ({ person, isLocked }) => {
          if (!person && !isLocked) stream.end();
        },
        () => stream.end(),
      );
    }, ADMIT_EVERY_MS);
    stream.on('close', () => {
      streams.delete(stream);
      unsubscribe();
      letGo();
      clearInterval(admitting);
    });
    void reply
      .type('text/event-stream; charset=utf-8')
      .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    // Whoever has lost the line does not know what has changed meanwhile.
    hear({ orders: [], topics: { ...news.versions(), orders: ANY_ORDER } });
    return reply.send(stream);
  });
}

/** A client that does not read is left: what is written to it would pile up here. */
function write(stream: PassThrough, text: string): void {
  if (!stream.destroyed && !stream.write(text)) stream.destroy();
}
