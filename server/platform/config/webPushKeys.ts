import { createECDH } from 'node:crypto';
import { z } from 'zod';

/** The key of the worker's pushes that browsers are told; the operators' console has it too. */
export const webPushPublicKey = z
  .string()
  .regex(/^B[A-Za-z0-9_-]{86}$/, 'must be a point of P-256 in base64url: npm run push-keys')
  .optional();

export const webPushPrivateKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'must be 32 bytes in base64url: npm run push-keys')
  .optional();

/** Whether the one is the other's: where it is not, each push service refuses each push. */
export function isPair(publicKey: string, privateKey: string): boolean {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(privateKey, 'base64url');
  } catch {
    return false;
  }
  return pair.getPublicKey('base64url') === publicKey;
}
