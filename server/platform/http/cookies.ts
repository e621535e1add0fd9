import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CookieJar, CookieName } from './handlers.ts';

/**
 * Over HTTPS a cookie carries the `__Host-` prefix: browsers take it from this host alone, Secure and for the whole path. The
 * sandbox on plain HTTP uses the bare names.
 */
export function hostCookie(name: string, secure: boolean): string {
  return `${secure ? '__Host-' : ''}${name}`;
}

/** Cookies that scripts cannot read. */
export function cookieJar(request: FastifyRequest, reply: FastifyReply, secure: boolean): CookieJar {
  const fullName = (name: CookieName) => hostCookie(`slipway_${name}`, secure);
  const attributes = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;
  return {
    read: (name) => request.cookies[fullName(name)],
    set: (name, value, maxAgeSeconds) =>
      void reply.setCookie(fullName(name), value, { ...attributes, maxAge: maxAgeSeconds }),
    clear: (name) => void reply.clearCookie(fullName(name), attributes),
  };
}
