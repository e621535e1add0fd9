import { createHash } from 'node:crypto';

/** Returns the SHA-256 of a file, or of evidence, that a person signs. */
export function hashFile(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
