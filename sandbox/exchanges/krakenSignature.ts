import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Kraken's API-Sign: HMAC-SHA512, with the decoded secret, of the path and SHA-256 of nonce and body
 * (https://docs.kraken.com/exchange/guides/spot/rest-authentication).
 */
export function isSignedWith(
  secret: string,
  request: { readonly path: string; readonly nonce: string; readonly body: string; readonly signature: string },
): boolean {
  const digest = createHash('sha256')
    .update(request.nonce + request.body)
    .digest();
  const expected = createHmac('sha512', Buffer.from(secret, 'base64')).update(request.path).update(digest).digest();
  const given = Buffer.from(request.signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
