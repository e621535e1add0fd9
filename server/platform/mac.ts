import { hash } from 'node:crypto';

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;

/**
 * HMAC-SHA-256 (RFC 2104) of texts under one key, in base64url. Two hashes of one call each: an `Hmac` of Node's own takes three times
 * as long where it is made thousands of times a second, most of it for an object of the engine that is collected soon after.
 */
export function createMac(key: Uint8Array): (text: string) => string {
  const padded = Buffer.alloc(BLOCK_BYTES);
  padded.set(key.length > BLOCK_BYTES ? hash('sha256', key, 'buffer') : key);
  const inner = padded.map((byte) => byte ^ INNER_PAD);
  const outer = Buffer.concat([padded.map((byte) => byte ^ OUTER_PAD), Buffer.alloc(DIGEST_BYTES)]);
  let message = Buffer.from(inner);
  return (text) => {
    const length = BLOCK_BYTES + Buffer.byteLength(text);
    if (message.length < length) message = Buffer.concat([inner], length);
    message.write(text, BLOCK_BYTES);
    outer.set(hash('sha256', message.subarray(0, length), 'buffer'), BLOCK_BYTES);
    return hash('sha256', outer, 'base64url');
  };
}
