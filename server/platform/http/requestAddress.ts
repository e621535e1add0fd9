import type { FastifyRequest } from 'fastify';
import { addressOfClient } from '../ipAddress.ts';

const known = new WeakMap<FastifyRequest, string>();

/** Whose request it is, in the one form in which addresses are counted; the framework reads all proxies' words each time it is asked. */
export function requestAddress(request: FastifyRequest): string {
  const before = known.get(request);
  if (before !== undefined) return before;
  const address = addressOfClient(request.ip);
  known.set(request, address);
  return address;
}
