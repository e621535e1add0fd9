import { webcrypto } from 'node:crypto';

/** SHA-256 of a file, by which it is known again; made beside the event loop. */
export async function hashFile(bytes: Uint8Array): Promise<Buffer> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes));
}
