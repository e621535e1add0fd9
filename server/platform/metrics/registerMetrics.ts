import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readAddress } from '../ipAddress.ts';
import { equalBytes, sha256 } from '../secrets.ts';
import type { Metrics } from './metrics.ts';

export const METRICS_PATH = '/metrics';

export type MetricsAccess = {
  /** With this bearer token /metrics is read from anywhere; where none is set, from this machine alone. */
  readonly token: string | undefined;
};

/** What a proxy adds: a request that carries one came from elsewhere, whatever the socket says. */
const FORWARDED_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/** `GET /metrics` for Prometheus; to everybody else there is no such page. */
export function registerMetrics(
  app: FastifyInstance,
  metrics: Pick<Metrics, 'contentType' | 'render'>,
  { token }: MetricsAccess,
): void {
  const mayRead = token ? bearerOf(token) : isLocal;
  app.get(METRICS_PATH, async (request, reply) => {
    if (!mayRead(request)) {
      reply.callNotFound();
      return reply;
    }
    const text = await metrics.render();
    return reply.type(metrics.contentType).header('cache-control', 'no-store').send(text);
  });
}

/** Hashes have one length, so that comparing them takes the same time for every guess. */
function bearerOf(token: string): (request: FastifyRequest) => boolean {
  const expected = sha256(token);
  return (request) => {
    const sent = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    return sent !== undefined && equalBytes(sha256(sent), expected);
  };
}

function isLocal(request: FastifyRequest): boolean {
  if (FORWARDED_HEADERS.some((name) => request.headers[name] !== undefined)) return false;
  return readAddress(request.socket.remoteAddress ?? '')?.range() === 'loopback';
}
