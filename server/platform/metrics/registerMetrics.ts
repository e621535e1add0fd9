import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseIpAddress } from '../ipAddress.ts';
import { equalBytes, sha256 } from '../secrets.ts';
import type { Metrics } from './metrics.ts';

export const METRICS_PATH = '/metrics';

export type MetricsAccess = {
  /** Bearer token with which /metrics is readable from anywhere; if unset, only from this machine. */
  readonly token: string | undefined;
};

/** Headers that a proxy adds: a request with one came from elsewhere, even if its socket is local. */
const FORWARDED_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/** Registers `GET /metrics` for Prometheus; other clients get a 404. */
export function registerMetrics(
  app: FastifyInstance,
  metrics: Pick<Metrics, 'contentType' | 'render'>,
  { token }: MetricsAccess,
): void {
  const mayRead = token ? createBearerCheck(token) : isLocal;
  app.get(METRICS_PATH, async (request, reply) => {
    if (!mayRead(request)) {
      reply.callNotFound();
      return reply;
    }
    const text = await metrics.render();
    return reply.type(metrics.contentType).header('cache-control', 'no-store').send(text);
  });
}

/** Compares hashes, which have equal length, so that the time reveals nothing about a guess. */
function createBearerCheck(token: string): (request: FastifyRequest) => boolean {
  const expected = sha256(token);
  return (request) => {
    const sent = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    return sent !== undefined && equalBytes(sha256(sent), expected);
  };
}

function isLocal(request: FastifyRequest): boolean {
  if (FORWARDED_HEADERS.some((name) => request.headers[name] !== undefined)) return false;
  return parseIpAddress(request.socket.remoteAddress ?? '')?.range() === 'loopback';
}
