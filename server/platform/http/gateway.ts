import { type CallBeside, type CallData, type CallName, type CallRequest, calls } from '@slipway/contract/calls.ts';
import type { CallDefinition, CallPath } from '@slipway/contract/defineCall.ts';
import { RESP_OK } from '@slipway/contract/envelope.ts';
import { partnerCalls } from '@slipway/contract/partnerCalls.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';
import { inSpan } from '../tracing/spans.ts';
import type { Admission } from './admission.ts';
import { AppError } from './appError.ts';
import type { Caller, FileAnswer, Handlers } from './handlers.ts';
import { clientOfAddress } from './rateLimits.ts';
import { bodyFields, readInput } from './readInput.ts';
import type { RefusalLog } from './refusalLog.ts';
import { refuseRouteOf } from './refuseRoute.ts';
import { requestAddress } from './requestAddress.ts';
import { CALLS_PATH } from './securityHeaders.ts';
import { answerError } from './sendError.ts';
import { sentTogether } from './sentTogether.ts';
import { spanOfCall } from './spanOfCall.ts';

const PATH: CallPath = 'gateway/buying';
export const GATEWAY_PATH = `/${PATH}`;
export const BODY_LIMIT_BYTES = 64 * 1024;

/** Lists that say the same to everybody: these alone may be kept by a browser or a proxy. */
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

/** What a call that went well is answered with. */
export type Envelope<Name extends CallName> = {
  readonly respCode: typeof RESP_OK;
  readonly respMessage: string;
  readonly data: CallData<Name>;
} & CallBeside<Name>;

/**
 * Answers a call without a session, for a request of another kind by the same client. Throws an {@link AppError} where the call
 * would be refused.
 */
export type AnswerCall = <Name extends CallName>(
  name: Name,
  fields: CallRequest<Name>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Envelope<Name>>;

declare module 'fastify' {
  interface FastifyInstance {
    answerCall: AnswerCall;
  }
  interface FastifyReply {
    /** Of the envelope that was sent, for the metrics. */
    respCode: string;
  }
}

/** Serves every call of the pages under one path. */
export function registerGateway(app: FastifyInstance, parts: GatewayParts): void {
  app.decorateReply('respCode', '');
  app.addHook('onResponse', (request, reply, done) => {
    if (request.url.startsWith(GATEWAY_PATH)) {
      const call = request.url.slice(GATEWAY_PATH.length + 1).split('?', 1)[0] ?? '';
      parts.metrics.observeCall(call, reply.respCode, reply.statusCode, reply.elapsedTime / 1000);
    }
    done();
  });
  // Whatever is answered here may be about its caller, be it a refusal.
  app.addHook('onRequest', ({ url }, reply, done) => {
    if (url.startsWith(CALLS_PATH)) void reply.header('cache-control', 'no-store');
    done();
  });
  app.setErrorHandler(answerError);
  const refuseRoute = refuseRouteOf([...Object.values(calls), ...Object.values(partnerCalls)]);
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith(CALLS_PATH)) return refuseRoute(request, reply);
    return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
  });
  // The pages take every other address that is asked for with GET.
  app.get(`${CALLS_PATH}*`, async (request, reply) => refuseRoute(request, reply));
  app.decorate('answerCall', async (name, fields, request, reply) => {
    const began = performance.now();
    const caller = await parts.admission.admit(name, request, reply);
    const answered = await answerCaller(calls[name], parts, { sent: fields, caller, reply });
    parts.metrics.observeCall(name, RESP_OK, 200, (performance.now() - began) / 1000);
    return answered as Envelope<typeof name>;
  });
  for (const definition of Object.values(calls) as CallDefinition[]) {
    const plan = spanOfCall(definition);
    const route = (request: FastifyRequest, reply: FastifyReply) =>
      inSpan(plan, () => answer(definition, parts, request, reply));
    const path = `${GATEWAY_PATH}/${definition.name}`;
    app.post(path, { bodyLimit: BODY_LIMIT_BYTES, onSend: sentTogether }, route);
    if (definition.get) app.get(path, { onSend: sentTogether }, route);
  }
}

type Answer = {
  readonly data: unknown;
  readonly beside?: Record<string, unknown>;
  readonly message?: string;
  readonly file?: FileAnswer;
};

async function answer(definition: CallDefinition, parts: GatewayParts, request: FastifyRequest, reply: FastifyReply) {
  const { admission, refusals } = parts;
  const { name, auth } = definition;
  const sent = sentFields(request);
  const authToken = typeof sent.authToken === 'string' && sent.authToken.length <= 256 ? sent.authToken : undefined;
  let caller: Caller | undefined;
  try {
    caller = await admission.admit(name, request, reply, auth === 'none' ? undefined : authToken);
    return await answerCaller(definition, parts, { sent, caller, reply });
  } catch (error) {
    if (error instanceof AppError)
      refusals.note({
        call: name,
        reason: error.key,
        buyerId: caller?.session?.buyerId ?? null,
        email: emailIn(definition, sent),
        client: clientOfAddress(requestAddress(request)),
        country: caller?.isPlaced ? caller.country : '',
      });
    throw error;
  }
}

async function answerCaller(
  definition: CallDefinition,
  { handlers, admission }: Pick<GatewayParts, 'handlers' | 'admission'>,
  { sent, caller, reply }: { sent: Record<string, unknown>; caller: Caller; reply: FastifyReply },
) {
  const { name, auth, errors } = definition;
  if (auth === 'required' && !caller.session) throw new AppError('invalid_auth_token');
  const input = readInput(definition, sent);
  const handler = handlers[name as CallName] as (input: unknown, caller: Caller) => Promise<Answer>;
  const looksUpOrder = errors.includes('order_not_found');
  const { data, beside, message, file } = await (looksUpOrder
    ? admission.lookingUpOrder(caller, () => handler(input, caller))
    : handler(input, caller));
  reply.respCode = RESP_OK;
  if (file && definition.file) return sendFile(reply, definition.file.mediaType, file);
  if (PUBLIC_LISTS.has(name)) void reply.removeHeader('cache-control');
  return { respCode: RESP_OK, respMessage: message ?? '', data, ...beside };
}

/** As the call reads it; empty where it has none, or what came is no address. */
function emailIn({ request }: CallDefinition, { email }: Record<string, unknown>): string {
  const read = request.shape['email']?.safeParse(email);
  return read?.success && typeof read.data === 'string' ? read.data : '';
}

/** About one person: nothing between the server and that person keeps it. */
function sendFile(reply: FastifyReply, mediaType: string, { name, content }: FileAnswer): Buffer {
  void reply.type(mediaType).headers({
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  });
  return Buffer.from(content);
}

/** The body, with `intercept` and `offerType` that may also come in the query. */
function sentFields(request: FastifyRequest): Record<string, unknown> {
  const body = bodyFields(request.body);
  if (!request.url.includes('?')) return body;
  const { intercept, offerType, ...others } = request.query as Record<string, unknown>;
  return {
    ...(intercept !== undefined && { intercept }),
    ...(offerType !== undefined && { offerType }),
    ...(request.method === 'GET' && others),
    ...body,
  };
}
