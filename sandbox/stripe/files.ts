import { createHash } from 'node:crypto';
import type { FileRecord } from './account.ts';
import type { Change } from './change.ts';
import { newId } from './ids.ts';
import { badParameter, invalidRequest } from './stripeFault.ts';

export type Upload = { readonly filename: string; readonly bytes: Buffer; readonly purpose: string };

/** Of `dispute_evidence`: PDF, JPEG and PNG, 5 MB, kept for nine months (docs.stripe.com/file-upload, the table of purposes). */
const LARGEST_BYTES = 5 * 1024 * 1024;
const KEPT_SECONDS = 9 * 30 * 86_400;

/** What a file is, by its first bytes: the name and the announced type are the caller's word. */
const BEGINNINGS: readonly (readonly [type: string, beginning: Buffer])[] = [
  ['pdf', Buffer.from('%PDF-')],
  ['jpg', Buffer.from([0xff, 0xd8, 0xff])],
  ['png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
];

/** Keeps a file that was uploaded (docs.stripe.com/api/files/create). */
export function createFile(change: Change, { filename, bytes, purpose }: Upload): FileRecord {
  if (purpose !== 'dispute_evidence') throw badParameter(`Invalid purpose: ${purpose}`, { param: 'purpose' });
  if (bytes.length === 0) throw badParameter('The file you uploaded is empty.', { param: 'file' });
  if (bytes.length > LARGEST_BYTES)
    throw invalidRequest('The file is too large: 5 MB is the most for dispute_evidence.', { param: 'file' });
  const [type] = BEGINNINGS.find(([, beginning]) => bytes.subarray(0, beginning.length).equals(beginning)) ?? [];
  if (type === undefined)
    throw invalidRequest('The file type is not supported for dispute_evidence: PDF, JPEG or PNG.', { param: 'file' });
  const file: FileRecord = {
    id: newId('file'),
    created: change.now,
    expires_at: change.now + KEPT_SECONDS,
    filename,
    purpose: 'dispute_evidence',
    size: bytes.length,
    type,
    pages: type === 'pdf' ? pagesOf(bytes) : 1,
    sha256: sha256Of(bytes),
  };
  change.state.files[file.id] = file;
  return file;
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** As far as a file says them in the clear; one at least. */
function pagesOf(bytes: Buffer): number {
  return Math.max(1, bytes.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0);
}
