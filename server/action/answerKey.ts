import { CompactEncrypt, compactDecrypt, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';

const KEY = { kty: 'OKP', crv: 'X25519' };
const HEADER = { alg: 'ECDH-ES', enc: 'A256GCM' };

/** A key pair for one answer. The signed request contains the public key, so that only the requester can read the answer. */
export type AnswerKey = {
  /** The curve's point, in base64url. */
  readonly publicKey: string;
  /** A JWK in JSON. */
  readonly privateKey: string;
};

export async function createAnswerKey(): Promise<AnswerKey> {
  const { publicKey, privateKey } = await generateKeyPair(HEADER.alg, { crv: KEY.crv, extractable: true });
  const { x = '' } = await exportJWK(publicKey);
  return { publicKey: x, privateKey: JSON.stringify(await exportJWK(privateKey)) };
}

/** Encrypts an answer as a compact JWE (RFC 7516). Throws if `publicKey` is not a key. */
export async function encryptAnswer(publicKey: string, answer: string): Promise<string> {
  const key = await importJWK({ ...KEY, x: publicKey }, HEADER.alg);
  return new CompactEncrypt(new TextEncoder().encode(answer)).setProtectedHeader(HEADER).encrypt(key);
}

/** Decrypts an answer. Throws if it was encrypted for another key, or changed. */
export async function decryptAnswer(privateKey: string, sealed: string): Promise<string> {
  const key = await importJWK(JSON.parse(privateKey) as JWK, HEADER.alg);
  const { plaintext } = await compactDecrypt(sealed, key);
  return new TextDecoder().decode(plaintext);
}
