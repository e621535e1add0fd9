import {
  type CallData,
  type CallEnvelopeFields,
  type CallName,
  type CallRequest,
  calls,
} from '@slipway/contract/calls.ts';
import type { CallDefinition, CallPath } from '@slipway/contract/defineCall.ts';
import { RESP_OK } from '@slipway/contract/envelope.ts';
import { partnerCalls } from '@slipway/contract/partnerCalls.ts';
import { partnerPageCalls } from '@slipway/contract/partnerPageCalls.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '../../metrics/metrics.ts';
import { AppError } from '../appError.ts';
import { getRequestAddress } from '../getRequestAddress.ts';
import type { Caller, FileAnswer, Handlers } from '../handlers.ts';
import { CALLS_PATH } from '../headers/securityHeaders.ts';
import { toRateLimitClient } from '../limits/rateLimits.ts';
import type { Admission } from './admission.ts';
import { createCallRoute, installCallErrorHandlers, wrapAnswer } from './callRoutes.ts';
import { coalesceAnswers } from './coalesceAnswers.ts';
import { readBodyFields, readInput } from './readInput.ts';
import type { RefusalLog } from './refusalLog.ts';

const PATH: CallPath = 'gateway/buying';
export const GATEWAY_PATH = `/${PATH}`;
export const BODY_LIMIT_BYTES = 64 * 1024;

/** Lists that are the same for everyone: only these may be cached by a browser or a proxy. */
const PUBLIC_LISTS: ReadonlySet<string> = new Set<CallName>([
  'getCity',
  'getCountry',
  'getNatureList',
  'travelExchangeList',
]);

export type GatewayParts = {
  readonly handlers: Handlers;
  readonly admission: Admission;
  readonly metrics: Pick<Metrics, 'observeCall'>;
  readonly refusals: RefusalLog;
};

/** The envelope of a successful call. */
export type Envelope<Name extends CallName> = {
  readonly respCode: typeof RESP_OK;
  readonly respMessage: string;
  readonly data: CallData<Name>;
} & CallEnvelopeFields<Name>;

/**
 * Answers a call without a session, within another request of the same client. Throws an {@link AppError} if the call would
 * be refused.
 */
export type CallAnswerer = <Name extends CallName>(
  name: Name,
  fields: CallRequest<Name>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Envelope<Name>>;

declare module 'fastify' {
  interface FastifyInstance {
    answerCall: CallAnswerer;
  }
}

/** Serves every call of the pages under one path. */
export function registerGateway(app: FastifyInstance, parts: GatewayParts): void {
  const refuseRoute = installCallErrorHandlers(
    app,
    [calls, partnerCalls, partnerPageCalls].flatMap((family) => Object.values(family)),
  );
  app.addHook('onResponse', (request, reply, done) => {
    if (request.url.startsWith(GATEWAY_PATH)) {
      const call = request.url.slice(GATEWAY_PATH.length + 1).split('?', 1)[0] ?? '';
      parts.metrics.observeCall(call, reply.respCode, reply.statusCode, reply.elapsedTime / 1000);
    }
    done();
  });
  // Without this route the pages, which serve every other GET address, would answer.
  app.get(`${CALLS_PATH}*`, async (request, reply) => refuseRoute(request, reply));
  app.decorate('answerCall', async (name, fields, request, reply) => {
    const began = performance.now();
    const caller = await parts.admission.admit(name, request, reply);
    const answered = await handleCall(calls[name], parts, { sent: fields, caller, reply });
    parts.metrics.observeCall(name, RESP_OK, 200, (performance.now() - began) / 1000);
    return answered as Envelope<typeof name>;
  });
  for (const definition of Object.values(calls) as CallDefinition[]) {
    const route = createCallRoute(definition, (request, reply) => answerRequest(definition, parts, request, reply));
    const path = `${GATEWAY_PATH}/${definition.name}`;
    app.post(path, { bodyLimit: BODY_LIMIT_BYTES, onSend: coalesceAnswers }, route);
    if (definition.get) app.get(path, { onSend: coalesceAnswers }, route);
  }
}

type HandlerAnswer = {
  readonly data: unknown;
  readonly extraFields?: Record<string, unknown>;
  readonly message?: string;
  readonly file?: FileAnswer;
};

async function answerRequest(
  definition: CallDefinition,
  parts: GatewayParts,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { admission, refusals } = parts;
  const { name, auth } = definition;
  const sent = readSentFields(request);
  const authToken = typeof sent.authToken === 'string' && sent.authToken.length <= 256 ? sent.authToken : undefined;
  let caller: Caller | undefined;
  try {
    caller = await admission.admit(name, request, reply, auth === 'none' ? undefined : authToken);
    return await handleCall(definition, parts, { sent, caller, reply });
  } catch (error) {
    if (error instanceof AppError)
      refusals.note({
        call: name,
        reason: error.key,
        buyerId: caller?.session?.buyerId ?? null,
        email: readEmail(definition, sent),
        client: toRateLimitClient(getRequestAddress(request)),
        country: caller?.isCountryKnown ? caller.country : '',
      });
    throw error;
  }
}

async function handleCall(
  definition: CallDefinition,
  { handlers, admission }: Pick<GatewayParts, 'handlers' | 'admission'>,
  { sent, caller, reply }: { sent: Record<string, unknown>; caller: Caller; reply: FastifyReply },
) {
  const { name, auth, errors } = definition;
  if (auth === 'required' && !caller.session) throw new AppError('invalid_auth_token');
  const input = readInput(definition, sent);
  const handler = handlers[name as CallName] as (input: unknown, caller: Caller) => Promise<HandlerAnswer>;
  const looksUpOrder = errors.includes('order_not_found');
  const { data, extraFields, message, file } = await (looksUpOrder
    ? admission.lookUpOrder(caller, () => handler(input, caller))
    : handler(input, caller));
  const envelope = wrapAnswer(reply, data, message);
  if (file && definition.file) return sendFile(reply, definition.file.mediaType, file);
  if (PUBLIC_LISTS.has(name)) void reply.removeHeader('cache-control');
  return { ...envelope, ...extraFields };
}

/** Returns the email address as the call parses it; empty if it has none or the value is invalid. */
function readEmail({ request }: CallDefinition, { email }: Record<string, unknown>): string {
  const read = request.shape['email']?.safeParse(email);
  return read?.success && typeof read.data === 'string' ? read.data : '';
}

/** Sends a file about one person: no cache may store it. */
function sendFile(reply: FastifyReply, mediaType: string, { name, content }: FileAnswer): Buffer {
  void reply.type(mediaType).headers({
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  });
  return Buffer.from(content);
}

/** Returns the body's fields; `intercept` and `offerType` may also be in the query, and in a GET request all fields. */
function readSentFields(request: FastifyRequest): Record<string, unknown> {
  const body = readBodyFields(request.body);
  if (!request.url.includes('?')) return body;
  const { intercept, offerType, ...others } = request.query as Record<string, unknown>;
  return {
    ...(intercept !== undefined && { intercept }),
    ...(offerType !== undefined && { offerType }),
    ...(request.method === 'GET' && others),
    ...body,
  };
}
