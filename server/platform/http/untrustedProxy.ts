import type { FastifyInstance, FastifyRequest } from 'fastify';
import { normalizeClientAddress, parseIpAddress } from '../ipAddress.ts';
import { getRequestAddress } from './getRequestAddress.ts';

/** Headers by which proxies name their client; only X-Forwarded-For is used, and only from trusted proxies. */
const FORWARDED_HEADERS = ['x-forwarded-for', 'x-real-ip', 'forwarded'];

const ADVICE = {
  unnamed:
    'a proxy forwards requests but is not trusted: name it in TRUSTED_PROXIES and have it send X-Forwarded-For. Until then, all its clients count as one, and their country is unknown',
  itself:
    "a proxy of TRUSTED_PROXIES gives its own address as its client's, so the client's country is unknown: if you buy from the machine of the proxy, use another machine; if another proxy is in front of it, have that one send the client's address",
};

/** Returns true if a proxy forwarded the request, but the address is the proxy's: it is untrusted, or names only itself. */
export function isFromUntrustedProxy(request: FastifyRequest): boolean {
  const forwarded = FORWARDED_HEADERS.some((name) => request.headers[name] !== undefined);
  return (
    forwarded && isSameMachine(getRequestAddress(request), normalizeClientAddress(request.socket.remoteAddress ?? ''))
  );
}

/** Returns true for equal addresses or two loopback ones, such as `127.0.0.1` and `::1`. */
function isSameMachine(one: string, other: string): boolean {
  return one === other || [one, other].every((address) => parseIpAddress(address)?.range() === 'loopback');
}

/** Warns once, at the first such request. Any client may send such a header, so it is only a warning. */
export function warnOfUntrustedProxy(app: FastifyInstance): void {
  let isWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isWarned && isFromUntrustedProxy(request)) {
      isWarned = true;
      const isTrusted = (request.ips?.length ?? 0) > 1;
      request.log.warn({ proxy: getRequestAddress(request) }, ADVICE[isTrusted ? 'itself' : 'unnamed']);
    }
    done();
  });
}
