import type { CallDefinition } from '@slipway/contract/defineCall.ts';
import { type PartnerCallName, partnerCalls } from '@slipway/contract/partnerCalls.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import { createCallRoute, wrapAnswer } from '../../platform/http/gateway/callRoutes.ts';
import { readBodyFields, readInput } from '../../platform/http/gateway/readInput.ts';
import { getRequestAddress } from '../../platform/http/getRequestAddress.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { Keys } from '../../platform/secrets.ts';
import type { Partners } from '../partner.ts';
import { type AuthenticatedKey, authenticatePartner, refuseBrowsers, requireSignature } from './authenticatePartner.ts';
import type { PartnerCaller, PartnerHandlers, PartnerReplayChecks } from './partnerHandlers.ts';
import { extractKeyId } from './partnerKey.ts';
import type { PartnerLimits } from './partnerLimits.ts';
import { writeOnce } from './writeOnce.ts';

const PATH = 'gateway/partner';
type Definition = CallDefinition<typeof PATH>;

export type PartnerGatewayParts = {
  readonly database: Database;
  readonly keys: Pick<Keys, 'partnerSecrets'>;
  readonly partners: () => Partners;
  /** The public address of Slipway: a signature's `@target-uri` begins with it. */
  readonly publicUrl: string;
  readonly handlers: PartnerHandlers;
  readonly replayChecks: PartnerReplayChecks;
  readonly limits: PartnerLimits;
  readonly metrics: Pick<Metrics, 'observeCall'>;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The raw bytes of the body, which the signature covers. */
    rawBody: Buffer;
  }
}

/** Registers the calls of partners' servers, separate from those of the pages. */
export function registerPartnerGateway(app: FastifyInstance, parts: PartnerGatewayParts): void {
  void app.register(async (scope) => {
    parseWithRawBody(scope);
    scope.addHook('onResponse', async (request, reply) => {
      const name = request.routeOptions.url?.slice(1) ?? '';
      parts.metrics.observeCall(name, reply.respCode, reply.statusCode, reply.elapsedTime / 1000);
    });
    for (const definition of Object.values(partnerCalls) as Definition[]) {
      const route = createCallRoute(definition, (request, reply) => handleCall(definition, parts, request, reply));
      scope.post(`/${PATH}/${definition.name}`, route);
    }
  });
}

/** Parses JSON like the pages' calls do and also keeps the raw bytes. */
function parseWithRawBody(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.decorateRequest('rawBody');
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = Buffer.from(body);
    void parse(request, body.toString(), done);
  });
}

async function handleCall(
  definition: Definition,
  parts: PartnerGatewayParts,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  try {
    return wrapAnswer(reply, await executeCall(definition, parts, request));
  } catch (error) {
    if (error instanceof AppError) {
      const keyId = extractKeyId(request.headers.authorization ?? '');
      request.log.warn(
        { call: definition.name, keyId, reason: error.key, client: getRequestAddress(request), facts: error.facts },
        'a partner was refused',
      );
    }
    throw error;
  }
}

async function executeCall(
  definition: Definition,
  parts: PartnerGatewayParts,
  request: FastifyRequest,
): Promise<unknown> {
  const holder = await identifyCaller(definition, parts, request);
  const input = readInput(definition, readBodyFields(request.body));
  const caller: PartnerCaller = { partner: holder.partner, keyId: holder.keyId, address: getRequestAddress(request) };
  const handler = parts.handlers[definition.name as PartnerCallName] as UntypedHandler;
  if (definition.auth === 'key') return (await handler(input, caller)).data;
  const { idempotencyKey } = input as { readonly idempotencyKey: string };
  const name = { partnerId: holder.partner.id, call: definition.name, idempotencyKey };
  const context = { database: parts.database, sealingKeys: parts.keys.partnerSecrets };
  const checkReplay = parts.replayChecks[definition.name as PartnerCallName] as ReplayCheck | undefined;
  const work = async (transaction: Transaction) => (await handler(input, caller, transaction)).data;
  return writeOnce(context, name, input, work, checkReplay);
}

type ReplayCheck = (answer: unknown, transaction: Transaction) => Promise<void>;

type UntypedHandler = (
  input: unknown,
  caller: PartnerCaller,
  transaction?: Transaction,
) => Promise<{ readonly data: unknown }>;

/** Identifies the caller by key and verifies the signature that a writing call needs. Counts calls and failed keys. */
async function identifyCaller(
  { auth }: Definition,
  parts: PartnerGatewayParts,
  request: FastifyRequest,
): Promise<AuthenticatedKey> {
  const { headers, method, rawBody: body } = request;
  const address = getRequestAddress(request);
  refuseBrowsers(headers);
  await parts.limits.requireFewFailed(address);
  const holder = await authenticatePartner(parts, headers.authorization).catch(async (error: unknown) => {
    if (error instanceof AppError) await parts.limits.takeFailedKey(address);
    throw error;
  });
  await parts.limits.takeCall(auth, holder.keyId);
  if (auth === 'signature') {
    const targetUri = new URL(`${parts.publicUrl}${request.url}`).href;
    await requireSignature(parts, { method, targetUri, headers, body: body ?? Buffer.alloc(0) }, holder);
  }
  return holder;
}
