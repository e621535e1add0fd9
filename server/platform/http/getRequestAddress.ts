import type { FastifyRequest } from 'fastify';
import { normalizeClientAddress } from '../ipAddress.ts';

const ADDRESS = Symbol('address');

/**
 * Returns the normalized client address of a request. Cached on the request: the framework parses all proxy headers on each
 * access, and a map of requests would slow down garbage collection.
 */
export function getRequestAddress(request: FastifyRequest & { [ADDRESS]?: string }): string {
  return (request[ADDRESS] ??= normalizeClientAddress(request.ip));
}
