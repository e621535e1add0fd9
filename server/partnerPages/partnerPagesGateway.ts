import type { CallDefinition } from '@slipway/contract/defineCall.ts';
import { type PartnerPageCallName, partnerPageCalls } from '@slipway/contract/partnerPageCalls.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readKnownPartners } from '../configuration/readKnownPartners.ts';
import { findSessionMember } from '../partner/members/memberStore.ts';
import { AppError } from '../platform/http/appError.ts';
import { buildHostCookieName } from '../platform/http/cookies.ts';
import { createCallRoute, wrapAnswer } from '../platform/http/gateway/callRoutes.ts';
import { readBodyFields, readInput } from '../platform/http/gateway/readInput.ts';
import { getRequestAddress } from '../platform/http/getRequestAddress.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { sha256 } from '../platform/secrets.ts';
import type {
  MemberCookie,
  PartnerPageCaller,
  PartnerPageHandlers,
  PartnerPageVisitor,
} from './partnerPageHandlers.ts';
import type { PartnerPageLimits } from './partnerPageLimits.ts';
import type { PartnerPagesContext } from './partnerPagesContext.ts';

const PATH = 'gateway/partner-pages';
type Definition = CallDefinition<typeof PATH>;

export type PartnerPagesGatewayParts = {
  readonly context: PartnerPagesContext;
  readonly handlers: PartnerPageHandlers;
  readonly limits: PartnerPageLimits;
  readonly metrics: Pick<Metrics, 'observeCall'>;
  /** True if the pages are served over HTTPS. */
  readonly secure: boolean;
};

/** Registers the calls of the partner pages, which pages of other sites cannot make. */
export function registerPartnerPagesGateway(app: FastifyInstance, parts: PartnerPagesGatewayParts): void {
  void app.register(async (scope) => {
    scope.addHook('onResponse', async (request, reply) => {
      const name = request.routeOptions.url?.slice(1) ?? '';
      parts.metrics.observeCall(name, reply.respCode, reply.statusCode, reply.elapsedTime / 1000);
    });
    for (const definition of Object.values(partnerPageCalls) as Definition[]) {
      const route = createCallRoute(definition, async (request, reply) =>
        wrapAnswer(reply, await handleCall(definition, parts, request, reply)),
      );
      scope.post(`/${PATH}/${definition.name}`, route);
    }
  });
}

type UntypedHandler = (input: unknown, who: PartnerPageVisitor | PartnerPageCaller) => Promise<unknown>;

async function handleCall(
  definition: Definition,
  parts: PartnerPagesGatewayParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const name = definition.name as PartnerPageCallName;
  requireOwnPage(parts.context, request);
  await parts.limits.takeCall(name, getRequestAddress(request));
  const visitor = await identifyVisitor(parts, request, reply);
  const handler = parts.handlers[name] as UntypedHandler;
  if (definition.auth === 'none') return handler(readInput(definition, readBodyFields(request.body)), visitor);
  const caller = requireCaller(definition, visitor);
  return handler(readInput(definition, readBodyFields(request.body)), caller);
}

/** Throws `member_cross_site` for a request from a page of another site. */
function requireOwnPage({ publicUrl }: PartnerPagesContext, { headers }: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = headers;
  const isOwn =
    origin === undefined ? site === undefined || site === 'same-origin' : origin === new URL(publicUrl).origin;
  if (!isOwn) throw new AppError('member_cross_site');
}

async function identifyVisitor(
  { context, secure }: PartnerPagesGatewayParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PartnerPageVisitor> {
  const createCookie = (name: string) => createMemberCookie(request, reply, buildHostCookieName(name, secure));
  const cookie = createCookie('slipway_partner');
  return {
    caller: await findCaller(context, cookie.read()),
    cookie,
    loginCookie: createCookie('slipway_partner_login'),
  };
}

/**
 * Returns the member of the session and the member's partner, also if the partner is disabled; null without a session.
 */
async function findCaller(
  { database }: PartnerPagesContext,
  token: string | undefined,
): Promise<PartnerPageCaller | null> {
  const member = token ? await findSessionMember(database, sha256(token)) : undefined;
  const partner = member && (await readKnownPartners(database)).get(member.partnerId);
  return member && partner ? { member, partner } : null;
}

/** Throws `member_logged_out`, `member_not_for_role` or, for a change while the partner is disabled, `member_read_only`. */
function requireCaller({ roles, guard }: Definition, { caller }: PartnerPageVisitor): PartnerPageCaller {
  if (!caller) throw new AppError('member_logged_out');
  if (!roles.includes(caller.member.role)) throw new AppError('member_not_for_role');
  if (guard === 'changes' && !caller.partner.enabled) throw new AppError('member_read_only');
  return caller;
}

/** Returns a cookie that ends with the browser's session, or when the server clears it. */
function createMemberCookie(request: FastifyRequest, reply: FastifyReply, name: string): MemberCookie {
  const attributes = { httpOnly: true, sameSite: 'strict', secure: name.startsWith('__Host-'), path: '/' } as const;
  return {
    read: () => request.cookies[name],
    set: (token) => void reply.setCookie(name, token, attributes),
    clear: () => void reply.clearCookie(name, attributes),
  };
}
