import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import type { CoinbaseOnrampConfig } from './manifest.ts';

/**
 * Coinbase's longest lifetime of a token (https://docs.cdp.coinbase.com/get-started/authentication/jwt-authentication,
 * read 2026-11-22).
 */
const LIFETIME_SECONDS = 120;

/** Coinbase rejects a token with a future date; the product's clock may be ahead by this much. */
const CLOCK_SKEW_SECONDS = 10;

export type BearerTokenFactory = (method: 'GET' | 'POST', url: URL) => Promise<string>;

/**
 * Creates tokens for single calls: each contains the method, the host and the path, without the query, as `generateJwt`
 * of @coinbase/cdp-sdk 1.57.0 does.
 */
export function createBearerTokenFactory(
  { keyId, keySecret: { algorithm, key } }: Pick<CoinbaseOnrampConfig, 'keyId' | 'keySecret'>,
  now: () => Date,
  nonce: () => string = () => randomBytes(16).toString('hex'),
): BearerTokenFactory {
  return (method, { host, pathname }) => {
    const seconds = Math.floor(now().getTime() / 1_000) - CLOCK_SKEW_SECONDS;
    return new SignJWT({ sub: keyId, iss: 'cdp', uris: [`${method} ${host}${pathname}`] })
      .setProtectedHeader({ alg: algorithm, kid: keyId, typ: 'JWT', nonce: nonce() })
      .setIssuedAt(seconds)
      .setNotBefore(seconds)
      .setExpirationTime(seconds + LIFETIME_SECONDS)
      .sign(key);
  };
}
