import { randomUUID } from 'node:crypto';
import { ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import { type CallName, calls } from '@slipway/contract/calls.ts';
import type { CallDefinition } from '@slipway/contract/defineCall.ts';
import { RESP_OK } from '@slipway/contract/envelope.ts';
import { type ErrorFacts, type ErrorKey, errors, errorText } from '@slipway/contract/errors.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';
import { inSpan, type SpanPlan } from '../tracing/spans.ts';
import { AppError } from './appError.ts';
import type { Caller, Handlers } from './handlers.ts';
import type { RateLimits } from './rateLimits.ts';

export const GATEWAY_PATH = '/gateway/buying';
export const BODY_LIMIT_BYTES = 64 * 1024;

/** What the gateway needs to know who calls. */
export type CallerReader = {
  read(request: FastifyRequest, reply: FastifyReply, authToken: string | undefined): Promise<Caller>;
  /** By the place or the address of the IP. */
  isBanned(caller: Caller): boolean;
};

/** Calls that answer even from a region that is not served, so that the page can say so. */
const OPEN_TO_ALL_REGIONS: ReadonlySet<string> = new Set<CallName>(['getallcountry']);

export type GatewayParts = {
  readonly handlers: Handlers;
  readonly callers: CallerReader;
  readonly rateLimits: RateLimits;
  readonly metrics: Pick<Metrics, 'observeCall'>;
};

declare module 'fastify' {
  interface FastifyReply {
    /** Of the envelope that was sent, for the metrics. */
    respCode: string;
  }
}

/** Serves every call of the contract under one path; the one place where envelopes are made. */
export function registerGateway(app: FastifyInstance, parts: GatewayParts): void {
  app.decorateReply('respCode', '');
  app.addHook('onResponse', async (request, reply) => {
    if (!request.url.startsWith(GATEWAY_PATH)) return;
    const call = request.url.slice(GATEWAY_PATH.length + 1).split('?', 1)[0] ?? '';
    parts.metrics.observeCall(call, reply.respCode, reply.statusCode, reply.elapsedTime / 1000);
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith(GATEWAY_PATH)) return sendError(request, reply, 'unknown_call');
    return reply.code(404).type('text/plain').send('Not found');
  });
  // The pages take every other address that is asked for with GET.
  app.get(`${GATEWAY_PATH}/*`, async (request, reply) => sendError(request, reply, 'unknown_call'));
  for (const definition of Object.values(calls) as CallDefinition[]) {
    const handler = parts.handlers[definition.name as CallName] as (input: unknown, caller: Caller) => Promise<Answer>;
    const plan = spanOfCall(definition.name);
    const route = async (request: FastifyRequest, reply: FastifyReply) =>
      inSpan(plan, () => answer(definition, handler, parts, request, reply));
    app.post(`${GATEWAY_PATH}/${definition.name}`, { bodyLimit: BODY_LIMIT_BYTES }, route);
    if (definition.get) app.get(`${GATEWAY_PATH}/${definition.name}`, route);
  }
}

/** Each call is a trace of its own: a trace that a browser names is anybody's word. */
function spanOfCall(name: string): SpanPlan {
  return {
    name: `call ${name}`,
    kind: SpanKind.SERVER,
    parent: ROOT_CONTEXT,
    attributes: { 'http.route': `${GATEWAY_PATH}/${name}` },
    refusal(error) {
      const definition = error instanceof AppError ? errors[error.key] : undefined;
      return definition && definition.httpStatus < 500 ? { 'slipway.resp_code': definition.respCode } : undefined;
    },
  };
}

type Answer = { readonly data: unknown; readonly beside?: Record<string, unknown>; readonly message?: string };

async function answer(
  definition: CallDefinition,
  handler: (input: unknown, caller: Caller) => Promise<Answer>,
  { callers, rateLimits }: GatewayParts,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const verdict = await rateLimits.take(definition.name, request.ip);
  if (verdict.kind === 'wait') throw new AppError('too_many_requests', { seconds: verdict.seconds });
  const sent = sentFields(request);
  const authToken = typeof sent.authToken === 'string' && sent.authToken.length <= 256 ? sent.authToken : undefined;
  const caller = await callers.read(request, reply, definition.auth === 'none' ? undefined : authToken);
  if (callers.isBanned(caller) && !OPEN_TO_ALL_REGIONS.has(definition.name)) throw new AppError('region_denied');
  if (definition.auth === 'required' && !caller.session) throw new AppError('invalid_auth_token');
  const unkeepable = findUnkeepable(sent);
  if (unkeepable) throw new AppError('malformed', unkeepable);
  const parsed = definition.request.safeParse(sent);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new AppError('malformed', {
      field: issue?.path.join('.') || 'body',
      problem: issue?.message ?? 'is not valid',
    });
  }
  const { data, beside, message } = await handler(parsed.data, caller);
  reply.respCode = RESP_OK;
  return { respCode: RESP_OK, respMessage: message ?? '', data, ...beside };
}

/** No request of ours is nested deeper than an object in an object. */
const MOST_DEPTH = 16;

/** Where a body holds what cannot be kept: half a surrogate pair, the character zero, or nesting without end. */
function findUnkeepable(value: unknown, path = '', depth = 0): { field: string; problem: string } | undefined {
  if (typeof value === 'string') {
    const keepable = value.isWellFormed() && !value.includes('\u0000');
    return keepable ? undefined : { field: path || 'body', problem: 'holds a character that is none' };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MOST_DEPTH) return { field: path.split('.', 1)[0] || 'body', problem: 'is nested too deeply' };
  for (const [key, inner] of Object.entries(value)) {
    const found = findUnkeepable(key, path) ?? findUnkeepable(inner, path === '' ? key : `${path}.${key}`, depth + 1);
    if (found) return found;
  }
  return undefined;
}

/** The body, with `intercept` and `offerType` that may also come in the query. */
function sentFields(request: FastifyRequest): Record<string, unknown> {
  const { body } = request;
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body))) {
    throw new AppError('malformed', { field: 'body', problem: 'must be a JSON object' });
  }
  const query = request.query as Record<string, unknown>;
  const fromQuery = request.method === 'GET' ? query : { intercept: query.intercept, offerType: query.offerType };
  return { ...withoutUndefined(fromQuery), ...(body as Record<string, unknown> | null | undefined) };
}

function withoutUndefined(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Fastify's own refusals, in our words. */
const TRANSPORT_KEYS: Readonly<Record<string, ErrorKey>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
};

/** PostgreSQL is away or has no place: the caller may come again. */
const DATABASE_AWAY = new Set(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03', '53300', '08006']);

function answerError(error: FastifyError | AppError | Error, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof AppError) return sendError(request, reply, error.key, error.facts);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const key = TRANSPORT_KEYS[code];
  if (key) return sendError(request, reply, key);
  if (DATABASE_AWAY.has(code) || error.message.includes('timeout exceeded when trying to connect')) {
    request.log.error({ error }, 'database is away');
    return sendError(request, reply, 'unavailable');
  }
  if ('statusCode' in error && error.statusCode === 400) {
    return sendError(request, reply, 'malformed', { field: 'body', problem: 'is not valid JSON' });
  }
  const reference = randomUUID().slice(0, 8).toUpperCase();
  request.log.error({ reference, error }, 'fault');
  return sendError(request, reply, 'fault', { reference });
}

function sendError(request: FastifyRequest, reply: FastifyReply, key: ErrorKey, facts: ErrorFacts = {}) {
  const definition = errors[key];
  reply.respCode = definition.respCode;
  if (definition.log === 'warn' || definition.log === 'info') request.log[definition.log]({ key, facts }, 'refused');
  if (definition.httpStatus === 429) void reply.header('retry-after', String(facts.seconds ?? 1));
  if (definition.httpStatus === 503) void reply.header('retry-after', '2');
  return reply
    .code(definition.httpStatus)
    .type('application/json; charset=utf-8')
    .send({ respCode: definition.respCode, respMessage: errorText(key, facts), data: { error: key, facts } });
}
