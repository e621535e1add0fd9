import { CompactEncrypt, compactDecrypt, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';

const KEY = { kty: 'OKP', crv: 'X25519' };
const HEADER = { alg: 'ECDH-ES', enc: 'A256GCM' };

/** A key for one answer. Its public half is part of the signed request, so that only the asker reads what is made. */
export type AnswerKey = {
  /** The curve's point, in base64url. */
  readonly publicKey: string;
  /** A JWK in JSON. */
  readonly privateKey: string;
};

export async function newAnswerKey(): Promise<AnswerKey> {
  const { publicKey, privateKey } = await generateKeyPair(HEADER.alg, { crv: KEY.crv, extractable: true });
  const { x = '' } = await exportJWK(publicKey);
  return { publicKey: x, privateKey: JSON.stringify(await exportJWK(privateKey)) };
}

/** A JWE (RFC 7516) in its compact form. Throws for a text that is no key. */
export async function sealAnswer(publicKey: string, answer: string): Promise<string> {
  const key = await importJWK({ ...KEY, x: publicKey }, HEADER.alg);
  return new CompactEncrypt(new TextEncoder().encode(answer)).setProtectedHeader(HEADER).encrypt(key);
}

/** Throws where the answer was sealed for another key, or changed. */
export async function openAnswer(privateKey: string, sealed: string): Promise<string> {
  const key = await importJWK(JSON.parse(privateKey) as JWK, HEADER.alg);
  const { plaintext } = await compactDecrypt(sealed, key);
  return new TextDecoder().decode(plaintext);
}
