import type { CallName } from '@slipway/contract/calls.ts';
import type { FastifyInstance } from 'fastify';
import { CALLS_PATH } from './securityHeaders.ts';
import { sendEnvelope } from './sendError.ts';

/** Whoever has waited so long is told to come again: answering would make all behind it wait longer. */
export const MOST_LATE_MS = 1_000;
/** So many waits for a connection are some tenths of a second of a database that works; one that does not gets no more of them. */
export const MOST_WAITING = 300;

/** How much this process has in hand beyond what it can do. */
export type Pressure = {
  /** Milliseconds for which what is begun now has waited for the process. */
  lateMs(): number;
  /** How many statements wait for a connection of the database. */
  waiting(): number;
};

/** Whoever pays has an order, and a price that runs out: refused last, by what refuses everybody. */
const SPARED: ReadonlySet<string> = new Set<CallName>(['payOrder']);

/** What is answered from memory goes on while the database is behind. */
export const ASKS_NO_DATABASE: ReadonlySet<string> = new Set<CallName>([
  'offerInquiry',
  'payList',
  'getList',
  'getallcountry',
]);

const CALLS_OF_PAGES = '/gateway/buying/';

/**
 * Turns calls away with 503 and `Retry-After` before anything is read or done for them, while there is more to do than can be
 * done: what is in hand is finished, and nothing that was answered is lost. Webhooks, pages, probes and metrics are served.
 */
export function registerShedding(app: FastifyInstance, { lateMs, waiting }: Pressure): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith(CALLS_PATH)) return done();
    const late = lateMs() > MOST_LATE_MS;
    if (!late && waiting() <= MOST_WAITING) return done();
    const name = request.url.startsWith(CALLS_OF_PAGES)
      ? (request.url.slice(CALLS_OF_PAGES.length).split('?', 1)[0] ?? '')
      : '';
    if (SPARED.has(name) || (!late && ASKS_NO_DATABASE.has(name))) return done();
    // Not logged: there would be as many lines as calls. The metrics count them.
    void sendEnvelope(reply, 'unavailable');
  });
}
