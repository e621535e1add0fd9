import type { CallName } from '@slipway/contract/calls.ts';
import type { FastifyInstance } from 'fastify';
import { sendErrorEnvelope } from '../errors/sendError.ts';
import { CALLS_PATH } from '../headers/securityHeaders.ts';

/** Calls that have waited this long are refused: answering them would delay all that follow. */
export const MAX_LATE_MS = 1_000;
/** A healthy database serves this many waiting statements within some tenths of a second. Calls above it are refused. */
export const MAX_WAITING = 300;

/** Overload of this process. */
export type ServerLoad = {
  /** How long work that starts now has waited for the event loop, in milliseconds. */
  lateMs(): number;
  /** Number of statements waiting for a database connection. */
  waiting(): number;
};

/** Never shed here, since a buyer who pays has an order and an expiring price; only the rate limits apply to these calls. */
const NEVER_SHED_CALLS: ReadonlySet<string> = new Set<CallName>(['payOrder']);

/** Calls answered from memory continue while the database is overloaded. */
export const DATABASE_FREE_CALLS: ReadonlySet<string> = new Set<CallName>([
  'offerInquiry',
  'payList',
  'getList',
  'getallcountry',
]);

const CALLS_OF_PAGES = '/gateway/buying/';

/**
 * Refuses calls with 503 and `Retry-After` before reading them while the process is overloaded: pending calls finish, and no
 * answered work is lost. Webhooks, pages, probes and metrics are still served.
 */
export function registerLoadShedding(app: FastifyInstance, { lateMs, waiting }: ServerLoad): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith(CALLS_PATH)) return done();
    const late = lateMs() > MAX_LATE_MS;
    if (!late && waiting() <= MAX_WAITING) return done();
    const name = request.url.startsWith(CALLS_OF_PAGES)
      ? (request.url.slice(CALLS_OF_PAGES.length).split('?', 1)[0] ?? '')
      : '';
    if (NEVER_SHED_CALLS.has(name) || (!late && DATABASE_FREE_CALLS.has(name))) return done();
    // Not logged: there would be a line per call. The metrics count them.
    void sendErrorEnvelope(reply, 'unavailable');
  });
}
