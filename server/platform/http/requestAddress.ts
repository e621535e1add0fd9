import type { FastifyRequest } from 'fastify';
import { addressOfClient } from '../ipAddress.ts';

const ADDRESS = Symbol('address');

/**
 * Whose request it is, in the one form in which addresses are counted. Kept on the request: the framework reads all proxies' words
 * each time it is asked, and a map of requests beside them would be walked at each collection.
 */
export function requestAddress(request: FastifyRequest & { [ADDRESS]?: string }): string {
  return (request[ADDRESS] ??= addressOfClient(request.ip));
}
