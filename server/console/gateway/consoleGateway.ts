import { type ConsoleCallName, consoleCalls } from '@slipway/contract/consoleCalls.ts';
import type { CallPath, ConsoleCallDefinition } from '@slipway/contract/defineCall.ts';
import { RESP_OK } from '@slipway/contract/envelope.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { AppError } from '../../platform/http/appError.ts';
import { hostCookie } from '../../platform/http/cookies.ts';
import type { RateLimits } from '../../platform/http/rateLimits.ts';
import { requireWithin } from '../../platform/http/rateLimits.ts';
import { bodyFields, readInput } from '../../platform/http/readInput.ts';
import { refuseRouteOf } from '../../platform/http/refuseRoute.ts';
import { requestAddress } from '../../platform/http/requestAddress.ts';
import { CALLS_PATH } from '../../platform/http/securityHeaders.ts';
import { answerError } from '../../platform/http/sendError.ts';
import { spanOfCall } from '../../platform/http/spanOfCall.ts';
import { inSpan } from '../../platform/tracing/spans.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { admitPerson } from '../session/admitPerson.ts';
import type { ConsoleCaller, ConsoleHandlers, ConsoleVisitor, SessionCookie } from './consoleHandlers.ts';

const PATH: CallPath = 'gateway/console';
export const CONSOLE_GATEWAY_PATH = `/${PATH}`;

export type ConsoleGatewayParts = {
  readonly context: ConsoleContext;
  readonly handlers: ConsoleHandlers;
  readonly limits: Pick<RateLimits, 'take'>;
};

/** Serves the calls of the console, to its own pages alone. */
export function registerConsoleGateway(app: FastifyInstance, parts: ConsoleGatewayParts): void {
  app.decorateReply('respCode', '');
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith(CALLS_PATH)) void reply.header('cache-control', 'no-store');
    done();
  });
  app.setErrorHandler(answerError);
  const refuseRoute = refuseRouteOf(Object.values(consoleCalls));
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith(CALLS_PATH)) return refuseRoute(request, reply);
    return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
  });
  for (const definition of Object.values(consoleCalls) as ConsoleCallDefinition[]) {
    const plan = spanOfCall(definition);
    app.post(`${CONSOLE_GATEWAY_PATH}/${definition.name}`, optionsOf(definition, parts), (request, reply) =>
      inSpan(plan, () => answer(definition, parts, request, reply)),
    );
  }
}

/** A body of megabytes is read for whoever may ask, and for nobody else. */
function optionsOf(definition: ConsoleCallDefinition, { context }: ConsoleGatewayParts): RouteShorthandOptions {
  const { longestBody } = definition;
  if (longestBody === undefined) return {};
  return {
    bodyLimit: longestBody,
    onRequest: async (request, reply) => requireMayAsk(definition, await visitorOf(context, request, reply)),
  };
}

type UntypedHandler = (input: unknown, visitor: ConsoleVisitor) => Promise<unknown>;

async function answer(
  definition: ConsoleCallDefinition,
  parts: ConsoleGatewayParts,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  requireWithin(await parts.limits.take(definition.name, requestAddress(request)));
  const visitor = await visitorOf(parts.context, request, reply);
  if (definition.auth === 'session') requireMayAsk(definition, visitor);
  const input = readInput(definition, bodyFields(request.body));
  const handler = parts.handlers[definition.name as ConsoleCallName] as UntypedHandler;
  const data = await handler(input, visitor);
  reply.respCode = RESP_OK;
  return { respCode: RESP_OK, respMessage: '', data };
}

/** Who asks. Throws `console_elsewhere` for what another page than the console's has sent. */
export async function visitorOf(
  context: ConsoleContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ConsoleVisitor> {
  const { origin, 'sec-fetch-site': site, 'user-agent': userAgent = '' } = request.headers;
  // Browsers say where a POST comes from; a stream's GET they mark by Sec-Fetch-Site.
  const isOwn = origin === undefined ? site === undefined || site === 'same-origin' : origin === context.origin;
  if (!isOwn) throw new AppError('console_elsewhere');
  const cookieOf = (name: string) => browserCookie(request, reply, hostCookie(name, !context.isSandbox));
  const cookie = cookieOf('slipway_console');
  const signOnCookie = cookieOf('slipway_sign_on');
  return { ...(await admitPerson(context, cookie)), cookie, signOnCookie, userAgent };
}

/** Throws `console_locked`, `console_left` or `console_not_for_role`. */
export function requireMayAsk(
  { roles }: Pick<ConsoleCallDefinition, 'roles'>,
  visitor: ConsoleVisitor,
): asserts visitor is ConsoleCaller {
  if (!visitor.person) throw new AppError(visitor.isLocked ? 'console_locked' : 'console_left');
  if (!visitor.person.roles.some((role) => roles.includes(role)))
    throw new AppError('console_not_for_role', { roles: roles.join(', ') });
}

function browserCookie(request: FastifyRequest, reply: FastifyReply, name: string): SessionCookie {
  const attributes = { httpOnly: true, sameSite: 'strict', secure: name.startsWith('__Host-'), path: '/' } as const;
  return {
    read: () => request.cookies[name],
    // It ends with the browser, or when the server says so.
    set: (token) => void reply.setCookie(name, token, attributes),
    clear: () => void reply.clearCookie(name, attributes),
  };
}
