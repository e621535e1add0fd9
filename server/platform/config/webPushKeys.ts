import { createECDH } from 'node:crypto';
import { z } from 'zod';

/** Public key of the worker's push messages, which browsers get from the console. */
export const webPushPublicKey = z
  .string()
  .regex(/^B[A-Za-z0-9_-]{86}$/, 'must be a point of P-256 in base64url: npm run push-keys')
  .optional();

export const webPushPrivateKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'must be 32 bytes in base64url: npm run push-keys')
  .optional();

/** Returns true if the keys are a pair: otherwise push services refuse every message. */
export function isKeyPair(publicKey: string, privateKey: string): boolean {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(privateKey, 'base64url');
  } catch {
    return false;
  }
  return pair.getPublicKey('base64url') === publicKey;
}
