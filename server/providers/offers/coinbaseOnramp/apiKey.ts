import { createPrivateKey, type KeyObject } from 'node:crypto';

/** A CDP secret API key, parsed for signing. */
export type ApiKey = { readonly algorithm: 'EdDSA' | 'ES256'; readonly key: KeyObject };

const SEED_BYTES = 32;

/**
 * Reads a secret in the portal's format: base64 of an Ed25519 seed and its public key, or a PEM of P-256, also with a
 * backslash and an `n` in place of each line end
 * (https://docs.cdp.coinbase.com/get-started/authentication/jwt-authentication, read 2026-11-22). Returns undefined for
 * anything else.
 */
export function readApiKey(secret: string): ApiKey | undefined {
  try {
    return secret.includes('-----BEGIN') ? readPem(secret.replaceAll(String.raw`\n`, '\n')) : readSeed(secret);
  } catch {
    return undefined;
  }
}

function readPem(pem: string): ApiKey | undefined {
  const key = createPrivateKey(pem);
  const isP256 = key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
  return isP256 ? { algorithm: 'ES256', key } : undefined;
}

function readSeed(secret: string): ApiKey | undefined {
  const bytes = Buffer.from(secret, 'base64');
  if (bytes.length !== 2 * SEED_BYTES) return undefined;
  const jwk = {
    kty: 'OKP',
    crv: 'Ed25519',
    d: bytes.subarray(0, SEED_BYTES).toString('base64url'),
    x: bytes.subarray(SEED_BYTES).toString('base64url'),
  };
  return { algorithm: 'EdDSA', key: createPrivateKey({ key: jwk, format: 'jwk' }) };
}
