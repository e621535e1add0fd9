import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { readableToken } from '../../platform/secrets.ts';

const SECRET_BYTES = 32;
const KEY_ID_LENGTH = 12;
const BEARER = /^[Bb]earer slk_([2-9A-HJ-NP-Z]{12})_([\w-]{43})$/;

/** A key as it is shown: its id is no secret. */
export type KeyWords = { readonly keyId: string; readonly secret: string };

export function newKeyWords(): KeyWords {
  return { keyId: readableToken(KEY_ID_LENGTH), secret: randomBytes(SECRET_BYTES).toString('base64url') };
}

export function writeKey({ keyId, secret }: KeyWords): string {
  return `slk_${keyId}_${secret}`;
}

/** Of a header Authorization; undefined for what is no key of ours. */
export function readKey(authorization: string): KeyWords | undefined {
  const [, keyId, secret] = BEARER.exec(authorization) ?? [];
  return keyId !== undefined && secret !== undefined ? { keyId, secret } : undefined;
}

/** For the log: the id that a header names, whether there is such a key or not. */
export function keyIdIn(authorization: string): string {
  return readKey(authorization)?.keyId ?? 'none';
}

/** The 32 bytes of an Ed25519 key (RFC 8032), as the database has them. */
export function publicKeyBytes(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
}

export function publicKeyOf(bytes: Uint8Array): KeyObject {
  const x = Buffer.from(bytes).toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

/** Reads a public key in PEM, as `openssl pkey -pubout` writes it. Throws in words for the operator. */
export function readPublicKey(pem: string): KeyObject {
  // Node would take a private key too and derive the public one: whoever sent it has shown it to others.
  if (!/^\s*-----BEGIN PUBLIC KEY-----/.test(pem))
    throw new Error('that is no public key in PEM: openssl pkey -in private.pem -pubout writes one');
  const key = createPublicKey(pem);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`the key must be Ed25519, it is ${key.asymmetricKeyType}`);
  return key;
}

/** `privatePem`: in PEM (PKCS #8), to be shown once; empty where it is not known. */
export type SigningPair = { readonly publicKey: KeyObject; readonly privatePem: string };

export function newSigningPair(): SigningPair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { publicKey, privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}
