import { createHmac, randomUUID } from 'node:crypto';
import type { sessionTerms } from '@slipway/contract/entities/partnerSession.ts';
import type { z } from 'zod';

/** As `npm run operate -- rotate-link-key` has shown it: the id, and the secret in base64url. */
export type LinkKey = { readonly id: string; readonly secret: string };

export type LinkTerms = z.input<typeof sessionTerms> & {
  /** Of the page that shows the link: one of those that the operator has registered. */
  readonly origin: string;
};

/** The longest that a link is good for. */
const LINK_SECONDS = 300;

/**
 * Fixes a purchase as `createSession` does, without asking the on-ramp's server: a JWT for `session` of the loader or of a
 * link to `/order`. It is good once, for five minutes: made when the page is asked for, not before.
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
