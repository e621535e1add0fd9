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

function fullNameOf(name: CookieName, secure: boolean): string {
  return hostCookie(`slipway_${name}`, secure);
}

/** Whether a request has a cookie of ours, be it one of the sandbox's or not. */
export function carriesCookie({ cookies }: FastifyRequest, name: CookieName): boolean {
  return [true, false].some((secure) => cookies[fullNameOf(name, secure)] !== undefined);
}

/** Cookies that scripts cannot read. */
export function cookieJar(request: FastifyRequest, reply: FastifyReply, secure: boolean): CookieJar {
  const fullName = (name: CookieName) => fullNameOf(name, secure);
  const attributes = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;
  return {
    read: (name) => request.cookies[fullName(name)],
    set: (name, value, maxAgeSeconds) =>
      void reply.setCookie(fullName(name), value, { ...attributes, maxAge: maxAgeSeconds }),
    clear: (name) => void reply.clearCookie(fullName(name), attributes),
  };
}
