import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressOfClient } from '../ipAddress.ts';
import { requestAddress } from './requestAddress.ts';

/** By which a proxy says for whom it asks; X-Forwarded-For alone is read, and of named proxies. */
const FORWARDED_HEADERS = ['x-forwarded-for', 'x-real-ip', 'forwarded'];

const ADVICE = {
  unnamed:
    'a proxy passes requests on and is not believed: name it in TRUSTED_PROXIES and have it send X-Forwarded-For, or all its clients count as one, of no known place',
  itself:
    "a proxy of TRUSTED_PROXIES gives its own address as its client's, which is of no known place: if you buy from the machine of the proxy, use another one; if something stands before the proxy, have it pass the client's address on",
};

/** Whether a proxy has passed a request on whose word for the client does not count, so that the address is its own. */
export function hidesClient(request: FastifyRequest): boolean {
  const forwarded = FORWARDED_HEADERS.some((name) => request.headers[name] !== undefined);
  return forwarded && requestAddress(request) === addressOfClient(request.socket.remoteAddress ?? '');
}

/** Says it once: at the first such request. Anybody may send such a header, so it is no more than a warning. */
export function warnOfUnnamedProxy(app: FastifyInstance): void {
  let said = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!said && hidesClient(request)) {
      said = true;
      const isBelieved = (request.ips?.length ?? 0) > 1;
      request.log.warn({ proxy: requestAddress(request) }, ADVICE[isBelieved ? 'itself' : 'unnamed']);
    }
    done();
  });
}
