import { createHash, createPublicKey, verify } from 'node:crypto';

/**
 * What a person proves with that it is they. `publicKey`: base64, an Ed25519 key as SPKI (RFC 8410), a passkey's as COSE
 * (RFC 9052). Passkeys can be enrolled and stored; nothing is verified by one here.
 */
export type Credential =
  | { readonly kind: 'ed25519'; readonly form: 'spki'; readonly publicKey: string }
  | {
      readonly kind: 'passkey';
      readonly form: 'spki';
      readonly publicKey: string;
      readonly origin: string;
      readonly credentialId: string;
    };

/** How a credential is called: SHA-256 of the key's bytes in base64url, all 43 characters, so that it can be compared by voice or eye. */
export function keyIdOf({ publicKey }: Pick<Credential, 'publicKey'>): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('base64url');
}

/** False for a credential that nothing is verified by, and for bytes that are no key or no signature. */
export function isSignedBy({ kind, publicKey }: Credential, signed: Uint8Array, signature: Uint8Array): boolean {
  if (kind !== 'ed25519') return false;
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' && verify(null, signed, key, signature);
  } catch {
    return false;
  }
}
