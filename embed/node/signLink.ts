import { createHmac, randomUUID } from 'node:crypto';
import type { sessionTerms } from '@slipway/contract/entities/partnerSession.ts';
import type { z } from 'zod';

/** Output of `npm run operate -- rotate-link-key`: the id, and the secret in base64url. */
export type LinkKey = { readonly id: string; readonly secret: string };

export type LinkTerms = z.input<typeof sessionTerms> & {
  /** Origin of the page with the link; must be registered by the operator. */
  readonly origin: string;
};

/** Maximum validity of a link. */
const LINK_SECONDS = 300;

/**
 * Fixes a purchase like `createSession`, but without a request to the server. Returns a JWT for the option `session` of the
 * loader or of a link to `/order`. It can be used once within five minutes, so create it when the page is requested.
 */
export function signLink({ id, secret }: LinkKey, terms: LinkTerms, now = new Date()): string {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const claims = { ...terms, iat: issuedAt, exp: issuedAt + LINK_SECONDS, jti: randomUUID() };
  const signed = [{ alg: 'HS256', typ: 'JWT', kid: id }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = createHmac('sha256', Buffer.from(secret, 'base64url')).update(signed).digest('base64url');
  return `${signed}.${signature}`;
}
