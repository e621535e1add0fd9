import { createHash } from 'node:crypto';
import { equalBytes } from '../secrets.ts';
import { readByteSequence, readDictionary } from './structuredField.ts';

const ALGORITHM = 'sha-256';

/** Returns the `Content-Digest` header of a body (RFC 9530). */
export function computeContentDigest(body: Uint8Array): string {
  return `${ALGORITHM}=:${createHash('sha256').update(body).digest('base64')}:`;
}

/** Returns true if a `Content-Digest` header has exactly the SHA-256 of the body. */
export function isContentDigestOf(header: string, body: Uint8Array): boolean {
  const dictionary = readDictionary(header);
  const digest = dictionary?.size === 1 ? readByteSequence(dictionary.get(ALGORITHM)) : undefined;
  return digest !== undefined && equalBytes(digest, createHash('sha256').update(body).digest());
}
