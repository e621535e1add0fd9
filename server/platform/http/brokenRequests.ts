import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './appError.ts';
import type { SecurityHeaders } from './securityHeaders.ts';
import { sendError } from './sendError.ts';

/** Node's words for a request whose head it could not take; whatever else is wrong with one is a 400. */
const STATUS_OF: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** Fastify's word for an address with a part that is longer than any of ours; the other one is about its percent signs. */
const TOO_LONG = 'FST_ERR_MAX_PARAM_LENGTH';

/** For a whole request, its body included. Fastify's own default is none: bodies that never end would hold their sockets for ever. */
export const REQUEST_TIMEOUT_MS = 60_000;
/** Node's own is 30 s: a request could take half as long again. */
const CHECK_EVERY_MS = 5_000;

/** How the server answers what reaches no route. None of the hooks runs then, so the headers of every answer are set here. */
export function brokenRequests(
  headersOf: SecurityHeaders,
  { requestTimeout = REQUEST_TIMEOUT_MS, checkEveryMs = CHECK_EVERY_MS } = {},
) {
  return {
    requestTimeout,
    // Node's own refusal has no headers: `refuseNodesOwn` says the same with them.
    http: { requireHostHeader: false, connectionsCheckingInterval: checkEveryMs },

    /** An address that cannot be decoded, or one with a part that is too long. */
    frameworkErrors(error: { readonly code: string }, request: FastifyRequest, reply: FastifyReply): void {
      void reply.headers({ ...headersOf(request.url), 'cache-control': 'no-store' });
      if (error.code === TOO_LONG) sendError(request, reply, 'unknown_call');
      else sendError(request, reply, 'malformed', { field: 'address', problem: 'cannot be read' });
    },

    /** What is no HTTP, or has a head of more than 16 KiB: there is no request yet, and no reply. */
    clientErrorHandler(error: { readonly code?: string }, socket: Socket): void {
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
      const status = STATUS_OF[error.code ?? ''] ?? 400;
      const headers = { ...headersOf('/'), connection: 'close', 'content-length': '0' };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`, () => socket.destroy());
    },
  };
}

/** What Node would refuse by itself goes the way of every request: one without a host (RFC 9112, 3.2), and any expectation. */
export function refuseNodesOwn(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', ({ headers, raw }, _reply, done) => {
    if (headers.host === undefined && raw.httpVersion === '1.1')
      done(new AppError('malformed', { field: 'host', problem: 'is missing' }));
    else done();
  });
}
