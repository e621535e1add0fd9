import { webcrypto } from 'node:crypto';

/** Returns the SHA-256 of a file, which identifies it; computed off the event loop. */
export async function hashFile(bytes: Uint8Array): Promise<Buffer> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes));
}
