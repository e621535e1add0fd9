import { ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import type { AnyCallDefinition } from '@slipway/contract/defineCall.ts';
import { RESP_OK } from '@slipway/contract/envelope.ts';
import { errors } from '@slipway/contract/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runInSpan, type SpanOptions } from '../../tracing/spans.ts';
import { AppError } from '../appError.ts';
import { answerError, sendError, sendErrorEnvelope } from '../errors/sendError.ts';
import { CALLS_PATH } from '../headers/securityHeaders.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The envelope's code, for the metrics. */
    respCode: string;
  }
}

/** The route of a call. */
type RoutedCall = { readonly path: string; readonly name: string; readonly get?: boolean };

/**
 * Registers the answers to errors: for calls, envelopes that are not cached. Returns the handler for requests under the calls' path
 * without a route: 405 if only the method is wrong, otherwise 404.
 */
export function installCallErrorHandlers(app: FastifyInstance, calls: readonly RoutedCall[]) {
  const allowed = new Map<string, string>(
    calls.map(({ path, name, get }) => [`/${path}/${name}`, get ? 'GET, HEAD, POST' : 'POST'] as const),
  );
  const refuseRoute = (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?', 1);
    const methods = allowed.get(path);
    if (methods === undefined) return sendError(request, reply, 'unknown_call');
    return sendErrorEnvelope(reply.header('allow', methods), 'method_not_allowed', { methods });
  };
  app.decorateReply('respCode', '');
  // No answer of a call is cached by default: even a refusal may be about its caller.
  app.addHook('onRequest', ({ url }, reply, done) => {
    if (url.startsWith(CALLS_PATH)) void reply.header('cache-control', 'no-store');
    done();
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith(CALLS_PATH)) return refuseRoute(request, reply);
    return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
  });
  return refuseRoute;
}

/** Returns the route handler of a call, which answers in a new trace: a trace named by the caller is not trusted. */
export function createCallRoute<Answer>(
  { name, path }: Pick<AnyCallDefinition, 'name' | 'path'>,
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<Answer>,
) {
  const span: SpanOptions = {
    name: `call ${name}`,
    kind: SpanKind.SERVER,
    parent: ROOT_CONTEXT,
    attributes: { 'http.route': `/${path}/${name}` },
    refusal(error) {
      const definition = error instanceof AppError ? errors[error.key] : undefined;
      return definition && definition.httpStatus < 500 ? { 'slipway.resp_code': definition.respCode } : undefined;
    },
  };
  return (request: FastifyRequest, reply: FastifyReply) => runInSpan(span, () => answer(request, reply));
}

/** Returns the envelope of a successful call. */
export function wrapAnswer(reply: FastifyReply, data: unknown, respMessage = '') {
  reply.respCode = RESP_OK;
  return { respCode: RESP_OK, respMessage, data };
}
