import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { readableToken } from '../../platform/secrets.ts';

const SECRET_BYTES = 32;
const KEY_ID_LENGTH = 12;
const BEARER = /^[Bb]earer slk_([2-9A-HJ-NP-Z]{12})_([\w-]{43})$/;

/** The parts of a partner key; the id is not secret. */
export type PartnerKeyParts = { readonly keyId: string; readonly secret: string };

export function generateKeyParts(): PartnerKeyParts {
  return { keyId: readableToken(KEY_ID_LENGTH), secret: randomBytes(SECRET_BYTES).toString('base64url') };
}

export function formatPartnerKey({ keyId, secret }: PartnerKeyParts): string {
  return `slk_${keyId}_${secret}`;
}

/** Parses an Authorization header; returns undefined if it contains no partner key. */
export function parsePartnerKey(authorization: string): PartnerKeyParts | undefined {
  const [, keyId, secret] = BEARER.exec(authorization) ?? [];
  return keyId !== undefined && secret !== undefined ? { keyId, secret } : undefined;
}

/** Returns the key id in the header for the log, even if no such key exists. */
export function extractKeyId(authorization: string): string {
  return parsePartnerKey(authorization)?.keyId ?? 'none';
}

/** Returns the 32 bytes of an Ed25519 public key (RFC 8032), as stored in the database. */
export function encodePublicKey(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
}

export function decodePublicKey(bytes: Uint8Array): KeyObject {
  const x = Buffer.from(bytes).toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

/** Parses a public key in PEM, as `openssl pkey -pubout` writes it. Throws an error with a message for the operator. */
export function parsePublicKeyPem(pem: string): KeyObject {
  // Node would also accept a private key and derive the public one, but a private key that was sent here is disclosed.
  if (!/^\s*-----BEGIN PUBLIC KEY-----/.test(pem))
    throw new Error('this is not a public key in PEM: openssl pkey -in private.pem -pubout writes one');
  const key = createPublicKey(pem);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`the key must be Ed25519, it is ${key.asymmetricKeyType}`);
  return key;
}

/** `privatePem`: PKCS #8 in PEM, shown once; empty if it is not known. */
export type SigningKeyPair = { readonly publicKey: KeyObject; readonly privatePem: string };

export function generateSigningKeyPair(): SigningKeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { publicKey, privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}
