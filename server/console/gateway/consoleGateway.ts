import { type ConsoleCallName, consoleCalls } from '@slipway/contract/consoleCalls.ts';
import type { CallDefinition } from '@slipway/contract/defineCall.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { formatRoles } from '../../action/roles.ts';
import { AppError } from '../../platform/http/appError.ts';
import { buildHostCookieName } from '../../platform/http/cookies.ts';
import { createCallRoute, installCallErrorHandlers, wrapAnswer } from '../../platform/http/gateway/callRoutes.ts';
import { readBodyFields, readInput } from '../../platform/http/gateway/readInput.ts';
import { getRequestAddress } from '../../platform/http/getRequestAddress.ts';
import type { RateLimits } from '../../platform/http/limits/rateLimits.ts';
import { requireWithinLimit } from '../../platform/http/limits/rateLimits.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { authenticateSession } from '../session/authenticateSession.ts';
import type { ConsoleCaller, ConsoleHandlers, ConsoleVisitor, SessionCookie } from './consoleHandlers.ts';

const PATH = 'gateway/console';
type Definition = CallDefinition<typeof PATH>;
export const CONSOLE_GATEWAY_PATH = `/${PATH}`;

export type ConsoleGatewayParts = {
  readonly context: ConsoleContext;
  readonly handlers: ConsoleHandlers;
  readonly limits: Pick<RateLimits, 'take'>;
};

/** Serves the console's calls, only to the console's own pages. */
export function registerConsoleGateway(app: FastifyInstance, parts: ConsoleGatewayParts): void {
  installCallErrorHandlers(app, Object.values(consoleCalls));
  for (const definition of Object.values(consoleCalls) as Definition[]) {
    const route = createCallRoute(definition, (request, reply) => answer(definition, parts, request, reply));
    app.post(`${CONSOLE_GATEWAY_PATH}/${definition.name}`, buildOptions(definition, parts), route);
  }
}

/** Returns the route's options: a call that accepts a large body authorizes its caller before the body is read. */
function buildOptions(definition: Definition, { context }: ConsoleGatewayParts): RouteShorthandOptions {
  const { longestBody } = definition;
  if (longestBody === undefined) return {};
  return {
    bodyLimit: longestBody,
    onRequest: async (request, reply) => requireCaller(definition, await identifyVisitor(context, request, reply)),
  };
}

type UntypedHandler = (input: unknown, visitor: ConsoleVisitor) => Promise<unknown>;

async function answer(
  definition: Definition,
  parts: ConsoleGatewayParts,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  requireWithinLimit(await parts.limits.take(definition.name, getRequestAddress(request)));
  const visitor = await identifyVisitor(parts.context, request, reply);
  if (definition.auth === 'session') requireCaller(definition, visitor);
  const input = readInput(definition, readBodyFields(request.body));
  const handler = parts.handlers[definition.name as ConsoleCallName] as UntypedHandler;
  return wrapAnswer(reply, await handler(input, visitor));
}

/** Returns who makes the request, logged in or not. Throws `console_cross_site` for a request from another site. */
export async function identifyVisitor(
  context: ConsoleContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ConsoleVisitor> {
  const { origin, 'sec-fetch-site': site, 'user-agent': userAgent = '' } = request.headers;
  // Browsers send Origin with a POST; with a stream's GET they send Sec-Fetch-Site.
  const isOwn = origin === undefined ? site === undefined || site === 'same-origin' : origin === context.origin;
  if (!isOwn) throw new AppError('console_cross_site');
  const createCookie = (name: string) =>
    createBrowserCookie(request, reply, buildHostCookieName(name, !context.isSandbox));
  const cookie = createCookie('slipway_console');
  const signOnCookie = createCookie('slipway_sign_on');
  return { ...(await authenticateSession(context, cookie)), cookie, signOnCookie, userAgent };
}

/**
 * Requires a logged-in visitor with one of the roles. Throws `console_locked`, `console_left` or `console_not_for_role`.
 */
export function requireCaller(
  { roles }: Pick<Definition, 'roles'>,
  visitor: ConsoleVisitor,
): asserts visitor is ConsoleCaller {
  if (!visitor.person) throw new AppError(visitor.isLocked ? 'console_locked' : 'console_left');
  if (!visitor.person.roles.some((role) => roles.includes(role)))
    throw new AppError('console_not_for_role', { roles: formatRoles(roles) });
}

function createBrowserCookie(request: FastifyRequest, reply: FastifyReply, name: string): SessionCookie {
  const attributes = { httpOnly: true, sameSite: 'strict', secure: name.startsWith('__Host-'), path: '/' } as const;
  return {
    read: () => request.cookies[name],
    // A session cookie: it ends with the browser or when the server clears it.
    set: (token) => void reply.setCookie(name, token, attributes),
    clear: () => void reply.clearCookie(name, attributes),
  };
}
