import { randomUUID } from 'node:crypto';
import { type ErrorFacts, type ErrorKey, errors, errorText } from '@slipway/contract/errors.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable, isDiskFailure, isTransactionConflict } from '../../database/databaseErrors.ts';
import { AppError } from '../appError.ts';
import { getRequestAddress } from '../getRequestAddress.ts';

/** Fastify's own refusals, as errors of the contract. */
const TRANSPORT_KEYS: Readonly<Record<string, ErrorKey>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
};

/** Answers any thrown error in an envelope; an unexpected one reveals no internals. */
export function answerError(error: FastifyError | AppError | Error, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof AppError) return sendError(request, reply, error.key, error.facts);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const key = TRANSPORT_KEYS[code];
  if (key) return sendError(request, reply, key);
  if (isDatabaseUnavailable(error) || isTransactionConflict(error) || isDiskFailure(error)) {
    request.log.error({ error }, 'the database is away, or takes no writes');
    return sendError(request, reply, 'unavailable');
  }
  if ('statusCode' in error && error.statusCode === 400) {
    return sendError(request, reply, 'malformed', { field: 'body', problem: 'is not valid JSON' });
  }
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' && request.raw.socket.destroyed) {
    request.log.info({ call: readCallName(request) }, 'the client has closed the connection early');
    return reply.hijack();
  }
  const reference = randomUUID().slice(0, 8).toUpperCase();
  request.log.error({ reference, error }, 'fault');
  return sendError(request, reply, 'fault', { reference });
}

/** Logs and answers a refusal. */
export function sendError(request: FastifyRequest, reply: FastifyReply, key: ErrorKey, facts: ErrorFacts = {}) {
  const definition = errors[key];
  if (definition.log === 'warn' || definition.log === 'info') {
    const client = getRequestAddress(request);
    request.log[definition.log]({ call: readCallName(request), reason: key, client, facts }, 'refused');
  }
  return sendErrorEnvelope(reply, key, facts);
}

/** Answers like {@link sendError}, without a log line. */
export function sendErrorEnvelope(reply: FastifyReply, key: ErrorKey, facts: ErrorFacts = {}) {
  const definition = errors[key];
  reply.respCode = definition.respCode;
  if (definition.httpStatus === 429) void reply.header('retry-after', String(facts.seconds ?? 1));
  if (definition.httpStatus === 503) void reply.header('retry-after', '2');
  if (definition.httpStatus === 401) void reply.header('www-authenticate', 'Bearer realm="partner"');
  return reply
    .code(definition.httpStatus)
    .type('application/json; charset=utf-8')
    .send({ respCode: definition.respCode, respMessage: errorText(key, facts), data: { error: key, facts } });
}

/** Returns the last word of the route's pattern: the requested address itself may contain a secret. */
function readCallName({ routeOptions }: FastifyRequest): string {
  return routeOptions.url?.split('/').findLast((part) => /^\w+$/.test(part)) ?? '';
}
