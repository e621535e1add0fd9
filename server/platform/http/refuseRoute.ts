import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendEnvelope, sendError } from './sendError.ts';

/** A call as far as its route is concerned. */
type RoutedCall = { readonly path: string; readonly name: string; readonly get?: boolean };

/** Answers a request below the calls' path that no route takes: 405 where only the method is wrong, else 404. */
export function refuseRouteOf(
  calls: readonly RoutedCall[],
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const allowed = new Map<string, string>(
    calls.map(({ path, name, get }) => [`/${path}/${name}`, get ? 'GET, HEAD, POST' : 'POST'] as const),
  );
  return (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const methods = allowed.get(path);
    if (methods === undefined) return sendError(request, reply, 'unknown_call');
    return sendEnvelope(reply.header('allow', methods), 'method_not_allowed', { methods });
  };
}
