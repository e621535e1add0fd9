import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';

const MAX_TOKEN_SECONDS = 24 * 60 * 60;

const claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string().regex(/^(?:mailto:|https:)/) });

/** Returns the reason why a push service rejects the sender's authentication (RFC 8292); undefined if it is valid. */
export function findVapidError(
  authorization: string,
  { origin, key, now }: { readonly origin: string; readonly key: string; readonly now: Date },
): string | undefined {
  const [, token = '', named] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/i.exec(authorization) ?? [];
  if (named !== key) return 'the key is not the one that the browser has subscribed with';
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const signed = Buffer.from(`${head}.${body}`);
  const isSigned = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) return 'the signature was not made with the key';
  const parsed = claims.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
  if (!parsed.success) return 'claims are missing';
  if (parsed.data.aud !== origin) return 'the token is for another service';
  const secondsLeft = parsed.data.exp - now.getTime() / 1000;
  return secondsLeft <= 0 || secondsLeft > MAX_TOKEN_SECONDS
    ? 'the token has expired, or is valid for more than a day'
    : undefined;
}
