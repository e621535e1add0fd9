import { secp256k1 } from '@noble/curves/secp256k1.js';

/**
 * Signs digests with a secp256k1 key, without interpreting them. The key is in this process or on a PKCS #11 token. Cloud
 * key services could be added: those of AWS, Azure and Google also sign digests with such a key.
 */
export interface DigestSigner {
  /** 33 bytes: compressed (SEC 1). */
  readonly publicKey: Uint8Array;
  /**
   * Signs 32 bytes without hashing them again. Returns r and s, 32 bytes each. Hardware uses random nonces, so the same
   * digest may get a different signature each time, and s may be high. Rejects if it cannot sign.
   */
  sign(digest: Uint8Array): Promise<Uint8Array>;
}

/** A verified signature. Its s is low (BIP 146, EIP-2). */
export type CheckedSignature = {
  readonly r: bigint;
  readonly s: bigint;
  /** Selects the signer's key among the two public keys that can be recovered from r and s. */
  readonly yParity: 0 | 1;
  readonly der: Uint8Array;
};

const { Signature, Point } = secp256k1;
const { n: ORDER } = Point.CURVE();

/** Signs and verifies: throws unless the result is the signature of this digest by this key. */
export async function signDigest(signer: DigestSigner, digest: Uint8Array): Promise<CheckedSignature> {
  const signed = toLowS(await signer.sign(digest));
  const yParity = ([0, 1] as const).find((parity) => isRecovered(signed, parity, digest, signer.publicKey));
  if (yParity === undefined) throw new Error('the signature is not valid for this digest and key');
  return { r: signed.r, s: signed.s, yParity, der: signed.toBytes('der') };
}

/**
 * Returns a signer with a key in this process, 32 bytes in hexadecimal: the same digest has the same signature (RFC
 * 6979).
 */
export function createKeySigner(privateKey: string): DigestSigner {
  const key = Buffer.from(privateKey.replace(/^0x/, ''), 'hex');
  return {
    publicKey: secp256k1.getPublicKey(key, true),
    sign: async (digest) => secp256k1.sign(digest, key, { prehash: false }),
  };
}

/** Returns the 33-byte form of a compressed or uncompressed key. Throws for a key that is not on this curve. */
export function compressPublicKey(publicKey: Uint8Array): Uint8Array {
  return Point.fromBytes(publicKey).toBytes(true);
}

/** Returns the 65-byte form that addresses are derived from. */
export function decompressPublicKey(publicKey: Uint8Array): Uint8Array {
  return Point.fromBytes(publicKey).toBytes(false);
}

/** Returns the signature with the lower of s and n - s. Both are valid; networks relay only the lower one. */
function toLowS(compact: Uint8Array) {
  const signed = Signature.fromBytes(compact, 'compact');
  return signed.hasHighS() ? new Signature(signed.r, ORDER - signed.s) : signed;
}

function isRecovered(
  signed: InstanceType<typeof Signature>,
  parity: 0 | 1,
  digest: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  try {
    const found = signed.addRecoveryBit(parity).recoverPublicKey(digest).toBytes(true);
    return Buffer.compare(found, publicKey) === 0;
  } catch {
    // No public key can be recovered from this signature.
    return false;
  }
}
