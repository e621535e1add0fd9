import { CompactEncrypt, compactDecrypt, exportJWK, generateKeyPair, importJWK } from 'jose';

const KEY = { kty: 'OKP', crv: 'X25519' };
const HEADER = { alg: 'ECDH-ES', enc: 'A256GCM' };

/** A key for one answer, whose public half goes with what is signed: only whoever asked reads what is made for them. */
export type AnswerKey = {
  /** The curve's point, in base64url. */
  readonly publicKey: string;
  open(sealed: string): Promise<string>;
};

export async function newAnswerKey(): Promise<AnswerKey> {
  const { publicKey, privateKey } = await generateKeyPair(HEADER.alg, { crv: KEY.crv });
  const { x = '' } = await exportJWK(publicKey);
  return {
    publicKey: x,
    async open(sealed) {
      const { plaintext } = await compactDecrypt(sealed, privateKey);
      return new TextDecoder().decode(plaintext);
    },
  };
}

/** A JWE (RFC 7516) in its compact form. Throws for a text that is no key. */
export async function sealAnswer(publicKey: string, answer: string): Promise<string> {
  const key = await importJWK({ ...KEY, x: publicKey }, HEADER.alg);
  return new CompactEncrypt(new TextEncoder().encode(answer)).setProtectedHeader(HEADER).encrypt(key);
}
