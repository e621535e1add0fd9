import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CookieJar, CookieName } from './handlers.ts';

/**
 * Cookies that scripts cannot read. Over HTTPS they carry the `__Host-` prefix (bound to this host, Secure, whole path);
 * the sandbox on plain HTTP uses the bare names.
 */
export function cookieJar(request: FastifyRequest, reply: FastifyReply, secure: boolean): CookieJar {
  const fullName = (name: CookieName) => `${secure ? '__Host-' : ''}slipway_${name}`;
  const attributes = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;
  return {
    read: (name) => request.cookies[fullName(name)],
    set: (name, value, maxAgeSeconds) =>
      void reply.setCookie(fullName(name), value, { ...attributes, maxAge: maxAgeSeconds }),
    clear: (name) => void reply.clearCookie(fullName(name), attributes),
  };
}
