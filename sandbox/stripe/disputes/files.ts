import { createHash } from 'node:crypto';
import type { AccountChange } from '../accountChange.ts';
import type { FileRecord } from '../accountState.ts';
import { createInvalidRequestError, createParameterError } from '../stripeApiError.ts';
import { createStripeId } from '../stripeIds.ts';

export type Upload = { readonly filename: string; readonly bytes: Buffer; readonly purpose: string };

/**
 * Limits of `dispute_evidence`: PDF, JPEG and PNG, 5 MB, stored for nine months (docs.stripe.com/file-upload, the table of
 * purposes).
 */
const LARGEST_BYTES = 5 * 1024 * 1024;
const RETENTION_SECONDS = 9 * 30 * 86_400;

/** Detects a file's type by its first bytes, since name and content type come from the caller. */
const FILE_SIGNATURES: readonly (readonly [type: string, beginning: Buffer])[] = [
  ['pdf', Buffer.from('%PDF-')],
  ['jpg', Buffer.from([0xff, 0xd8, 0xff])],
  ['png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
];

/** Stores an uploaded file (docs.stripe.com/api/files/create). */
export function createFile(change: AccountChange, { filename, bytes, purpose }: Upload): FileRecord {
  if (purpose !== 'dispute_evidence') throw createParameterError(`Invalid purpose: ${purpose}`, { param: 'purpose' });
  if (bytes.length === 0) throw createParameterError('The file you uploaded is empty.', { param: 'file' });
  if (bytes.length > LARGEST_BYTES)
    throw createInvalidRequestError('The file is too large: 5 MB is the most for dispute_evidence.', { param: 'file' });
  const [type] = FILE_SIGNATURES.find(([, beginning]) => bytes.subarray(0, beginning.length).equals(beginning)) ?? [];
  if (type === undefined)
    throw createInvalidRequestError('The file type is not supported for dispute_evidence: PDF, JPEG or PNG.', {
      param: 'file',
    });
  const file: FileRecord = {
    id: createStripeId('file'),
    created: change.now,
    expires_at: change.now + RETENTION_SECONDS,
    filename,
    purpose: 'dispute_evidence',
    size: bytes.length,
    type,
    pages: type === 'pdf' ? countPages(bytes) : 1,
    sha256: computeSha256(bytes),
  };
  change.state.files[file.id] = file;
  return file;
}

export function computeSha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Counts the pages visible in the uncompressed parts of a file; at least one. */
function countPages(bytes: Buffer): number {
  return Math.max(1, bytes.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0);
}
