import { secp256k1 } from '@noble/curves/secp256k1.js';

/**
 * Who has a secp256k1 key, and signs with it: this process, a token behind PKCS#11, or one day a key service of a cloud (those of
 * AWS, Azure and Google sign a digest with such a key, too). It knows nothing of what it signs.
 */
export interface DigestSigner {
  /** 33 bytes: compressed (SEC 1). */
  readonly publicKey: Uint8Array;
  /**
   * Signs 32 bytes as they are: they are a hash already. Gives r and s, 32 bytes each. Hardware draws by chance, so that the same
   * digest may have another signature each time, and a high s. Rejects where there is none.
   */
  sign(digest: Uint8Array): Promise<Uint8Array>;
}

/** A signature that was verified. Its s is low (BIP 146, EIP-2). */
export type CheckedSignature = {
  readonly r: bigint;
  readonly s: bigint;
  /** Which of the two keys that have this signature is the signer's. */
  readonly yParity: 0 | 1;
  readonly der: Uint8Array;
};

const { Signature, Point } = secp256k1;
const { n: ORDER } = Point.CURVE();

/** Signs, and believes nothing: throws unless what came back is the signature of this digest by this key. */
export async function signDigest(signer: DigestSigner, digest: Uint8Array): Promise<CheckedSignature> {
  const signed = lowS(await signer.sign(digest));
  const yParity = ([0, 1] as const).find((parity) => isRecovered(signed, parity, digest, signer.publicKey));
  if (yParity === undefined) throw new Error('the signature is not one of this digest by the key of the treasury');
  return { r: signed.r, s: signed.s, yParity, der: signed.toBytes('der') };
}

/** A key in this process, 32 bytes in hexadecimal: the same digest has the same signature (RFC 6979). */
export function signerOf(privateKey: string): DigestSigner {
  const key = Buffer.from(privateKey.replace(/^0x/, ''), 'hex');
  return {
    publicKey: secp256k1.getPublicKey(key, true),
    sign: async (digest) => secp256k1.sign(digest, key, { prehash: false }),
  };
}

/** A key that is none of this curve's is refused: throws. Gives 33 bytes, whichever form it had. */
export function compressed(publicKey: Uint8Array): Uint8Array {
  return Point.fromBytes(publicKey).toBytes(true);
}

/** 65 bytes, as addresses are made of them. */
export function uncompressed(publicKey: Uint8Array): Uint8Array {
  return Point.fromBytes(publicKey).toBytes(false);
}

/** Of a signature and that with n - s, which is as good, the one that networks relay. */
function lowS(compact: Uint8Array) {
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
    // No key at all has this signature.
    return false;
  }
}
