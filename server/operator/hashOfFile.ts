import { createHash } from 'node:crypto';

/** SHA-256, by which a file of the bank is known. */
export function hashOfFile(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
