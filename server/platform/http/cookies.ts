import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CookieJar, CookieName } from './handlers.ts';

/**
 * Returns the cookie's name: over HTTPS with the prefix `__Host-`, which browsers accept only from this host, Secure and with
 * path `/`. The sandbox on plain HTTP uses the bare name.
 */
export function buildHostCookieName(name: string, secure: boolean): string {
  return `${secure ? '__Host-' : ''}${name}`;
}

function buildFullCookieName(name: CookieName, secure: boolean): string {
  return buildHostCookieName(`slipway_${name}`, secure);
}

/** Returns true if a request has the cookie, with or without the prefix. */
export function hasCookie({ cookies }: FastifyRequest, name: CookieName): boolean {
  return [true, false].some((secure) => cookies[buildFullCookieName(name, secure)] !== undefined);
}

/** Returns access to cookies that scripts cannot read. */
export function createCookieJar(request: FastifyRequest, reply: FastifyReply, secure: boolean): CookieJar {
  const fullName = (name: CookieName) => buildFullCookieName(name, secure);
  const attributes = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;
  return {
    read: (name) => request.cookies[fullName(name)],
    set: (name, value, maxAgeSeconds) =>
      void reply.setCookie(fullName(name), value, { ...attributes, maxAge: maxAgeSeconds }),
    clear: (name) => void reply.clearCookie(fullName(name), attributes),
  };
}
