import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendError, sendErrorEnvelope } from './sendError.ts';

/** The route of a call. */
type RoutedCall = { readonly path: string; readonly name: string; readonly get?: boolean };

/** Returns a handler for requests under the calls' path without a route: 405 if only the method is wrong, otherwise 404. */
export function createRouteRefusal(
  calls: readonly RoutedCall[],
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const allowed = new Map<string, string>(
    calls.map(({ path, name, get }) => [`/${path}/${name}`, get ? 'GET, HEAD, POST' : 'POST'] as const),
  );
  return (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const methods = allowed.get(path);
    if (methods === undefined) return sendError(request, reply, 'unknown_call');
    return sendErrorEnvelope(reply.header('allow', methods), 'method_not_allowed', { methods });
  };
}
