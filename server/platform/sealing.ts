import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { PurposeKeys } from './secrets.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts for the database: nonce, tag, ciphertext. `sealedFor` is authenticated, so that rows cannot be swapped. */
export function seal(key: Uint8Array, sealedFor: string, plain: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(sealedFor));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** Throws if the key or `sealedFor` differs. */
export function unseal(key: Uint8Array, sealedFor: string, sealed: Uint8Array): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(sealedFor)).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

/** Decrypts like {@link unseal}, with the one of the keys that sealed the value. */
export function unsealAny([newest, next, ...rest]: PurposeKeys, sealedFor: string, sealed: Uint8Array): Buffer {
  if (next === undefined) return unseal(newest, sealedFor, sealed);
  try {
    return unseal(newest, sealedFor, sealed);
  } catch {
    return unsealAny([next, ...rest], sealedFor, sealed);
  }
}
