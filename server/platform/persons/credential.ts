import { createHash, createPublicKey, verify } from 'node:crypto';
import { isSignedByPasskey, type PasskeyCredential } from './passkeySignature.ts';

/** The credential with which a person signs. `publicKey`: base64 of its SPKI (RFC 5280; RFC 8410 for Ed25519). */
export type Credential =
  | { readonly kind: 'ed25519'; readonly form: 'spki'; readonly publicKey: string }
  | PasskeyCredential;

/**
 * Returns a credential's id: SHA-256 of the key's bytes in base64url, all 43 characters, so that it can be compared by voice
 * or eye.
 */
export function computeKeyId({ publicKey }: Pick<Credential, 'publicKey'>): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('base64url');
}

/**
 * Verifies a signature. Returns false for an invalid key or signature. A passkey's signature is what `encodePasskeySignature`
 * returns.
 */
export function isSignedBy(credential: Credential, signed: Uint8Array, signature: Uint8Array): boolean {
  return credential.kind === 'passkey'
    ? isSignedByPasskey(credential, signed, signature)
    : isEd25519Signature(credential.publicKey, signed, signature);
}

function isEd25519Signature(publicKey: string, signed: Uint8Array, signature: Uint8Array): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' && verify(null, signed, key, signature);
  } catch {
    return false;
  }
}
