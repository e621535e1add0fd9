import { createHash } from 'node:crypto';

/** Returns the SHA-256 that identifies a bank file. */
export function hashBankFile(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
