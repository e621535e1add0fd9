import { randomBytes } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { DigestSigner } from './digestSigner.ts';

const ORDER = secp256k1.Point.CURVE().n;

/** Returns a signer that behaves like hardware: signatures are randomized, and half of them have a high s. */
export function createVaryingSigner(privateKey: string): DigestSigner {
  const key = Buffer.from(privateKey.replace(/^0x/, ''), 'hex');
  return {
    publicKey: secp256k1.getPublicKey(key, true),
    sign: async (digest) => secp256k1.sign(digest, key, { prehash: false, lowS: false, extraEntropy: randomBytes(32) }),
  };
}

/** Returns a randomized signer whose s is always high: n - s instead of a low s, which is equally valid. */
export function createHighSSigner(privateKey: string): DigestSigner {
  const signer = createVaryingSigner(privateKey);
  return {
    ...signer,
    async sign(digest) {
      const signed = secp256k1.Signature.fromBytes(await signer.sign(digest));
      return (signed.hasHighS() ? signed : new secp256k1.Signature(signed.r, ORDER - signed.s)).toBytes('compact');
    },
  };
}
