import { createHash } from 'node:crypto';
import { equalBytes } from '../secrets.ts';
import { bytesOf, readDictionary } from './structuredField.ts';

const ALGORITHM = 'sha-256';

/** The header `Content-Digest` of a body (RFC 9530). */
export function contentDigest(body: Uint8Array): string {
  return `${ALGORITHM}=:${createHash('sha256').update(body).digest('base64')}:`;
}

/** Whether a header `Content-Digest` is the SHA-256 of the body and says nothing else. */
export function isDigestOf(header: string, body: Uint8Array): boolean {
  const dictionary = readDictionary(header);
  const digest = dictionary?.size === 1 ? bytesOf(dictionary.get(ALGORITHM)) : undefined;
  return digest !== undefined && equalBytes(digest, createHash('sha256').update(body).digest());
}
