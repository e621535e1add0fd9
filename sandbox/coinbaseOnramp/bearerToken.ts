import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import { credentials } from '../world/credentials.ts';

const LIFETIME_SECONDS = 120;

const headerSchema = z.object({ alg: z.literal('EdDSA'), kid: z.string(), nonce: z.string().min(16) });
const claimsSchema = z.object({
  sub: z.string(),
  iss: z.literal('cdp'),
  uris: z.array(z.string()),
  nbf: z.number(),
  exp: z.number(),
});

const publicKey = createPublicKey({
  key: {
    kty: 'OKP',
    crv: 'Ed25519',
    x: Buffer.from(credentials.coinbaseOnramp.keySecret, 'base64').subarray(32).toString('base64url'),
  },
  format: 'jwk',
});

/**
 * Returns true if the call has a token that the product's key has signed for exactly this call. The token must be valid now and
 * not valid for longer than Coinbase allows.
 */
export function hasValidBearerToken(authorization: string | undefined, uri: string, now: Date): boolean {
  const match = /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(authorization ?? '');
  if (!match) return false;
  const [, head = '', body = '', signature = ''] = match;
  if (!verify(null, Buffer.from(`${head}.${body}`), publicKey, Buffer.from(signature, 'base64url'))) return false;
  const header = headerSchema.safeParse(decodeTokenPart(head));
  const claims = claimsSchema.safeParse(decodeTokenPart(body));
  if (!header.success || !claims.success) return false;
  const { sub, uris, nbf, exp } = claims.data;
  const { keyId } = credentials.coinbaseOnramp;
  const seconds = now.getTime() / 1_000;
  const isTimely = nbf <= seconds && seconds < exp && exp - nbf <= LIFETIME_SECONDS;
  return isTimely && sub === keyId && header.data.kid === keyId && uris.includes(uri);
}

function decodeTokenPart(part: string): unknown {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
}
