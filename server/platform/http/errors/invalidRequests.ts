import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../appError.ts';
import type { SecurityHeaders } from '../headers/securityHeaders.ts';
import { sendError } from './sendError.ts';

/** Status by Node's code for a request whose head Node rejected; any other fault is a 400. */
const STATUS_OF: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** Fastify's code for an address with an overlong part; its other framework error is a bad percent-encoding. */
const TOO_LONG = 'FST_ERR_MAX_PARAM_LENGTH';

/** How long a request with its body may take. Fastify has no default: bodies that never end would hold their sockets forever. */
export const REQUEST_TIMEOUT_MS = 60_000;
/** Node's default is 30 s: requests could exceed the timeout by half. */
const CHECK_EVERY_MS = 5_000;

/**
 * Returns the server options for requests that reach no route. No hook runs for them, so the security headers are set here.
 */
export function createInvalidRequestOptions(
  buildHeaders: SecurityHeaders,
  { requestTimeout = REQUEST_TIMEOUT_MS, checkEveryMs = CHECK_EVERY_MS } = {},
) {
  return {
    requestTimeout,
    // Node's own refusal lacks the security headers: `routeNodeRefusals` answers instead.
    http: { requireHostHeader: false, connectionsCheckingInterval: checkEveryMs },

    /** Answers an address that cannot be decoded, or has an overlong part. */
    frameworkErrors(error: { readonly code: string }, request: FastifyRequest, reply: FastifyReply): void {
      void reply.headers({ ...buildHeaders(request.url), 'cache-control': 'no-store' });
      if (error.code === TOO_LONG) sendError(request, reply, 'unknown_call');
      else sendError(request, reply, 'malformed', { field: 'address', problem: 'cannot be read' });
    },

    /** Answers data that is not HTTP, or a head above 16 KiB: there is no request or reply object yet. */
    clientErrorHandler(error: { readonly code?: string }, socket: Socket): void {
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
      const status = STATUS_OF[error.code ?? ''] ?? 400;
      const headers = { ...buildHeaders('/'), connection: 'close', 'content-length': '0' };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`, () => socket.destroy());
    },
  };
}

/**
 * Answers what Node would refuse itself: a request without a host (RFC 9112, 3.2) is malformed, and one with an unknown `Expect`
 * is routed like any other.
 */
export function routeNodeRefusals(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', ({ headers, raw }, _reply, done) => {
    if (headers.host === undefined && raw.httpVersion === '1.1')
      done(new AppError('malformed', { field: 'host', problem: 'is missing' }));
    else done();
  });
}
